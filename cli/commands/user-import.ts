import { user } from '../../core/contract/user.ts'
import { givenRoles } from '../../core/domain/given-roles.ts'
import { ApiError } from '../../core/errors.ts'
import type { SheetPerson } from '../../core/sheet/people.ts'
import { keptAnswer } from '../areas/kept-answer.ts'
import type { Context } from '../context.ts'
import { tried } from '../dry-run.ts'
import { CliError, exit, usage } from '../errors.ts'
import {
  emptyLeft,
  passwordsMode,
  passwordsPath,
  putPasswords,
  roomFor,
  saysWritten,
  takeRoom,
} from '../files/passwords.ts'
import { saveStream, writeWhole } from '../files/save.ts'
import { mayWrite } from '../files/target.ts'
import { readPeople } from '../import/people.ts'
import { cleanLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { refuseUnseen, tellOnce } from '../output/once.ts'
import { checkFields, isForPrograms, writeList, writeValue } from '../output/write.ts'
import { confirm } from '../questions.ts'

type Imported = Awaited<ReturnType<typeof send>>
type BadRows = readonly { readonly row: number; readonly says: string }[]

const shape = {
  columns: columnsOf(user.importMany.output.shape.users),
  usual: ['row', 'account', 'name', 'deptName', 'roleNames', 'oncePassword'],
  idField: 'id',
  titleField: 'name',
}

/** How who was added gets a password all the same: those of an import are nowhere else. */
const wayOut =
  'xzx user list --must-change 须修改 --since 导入的日期 --all --format ids >编号.txt，核对后 xzx user reset-pwd --ids @编号.txt --out 密码.csv'
const lostSays = `用户可能已经新增，而一次性密码没有收到：用 xzx user list 核对；已新增的重新生成密码：${wayOut}`

async function send(ctx: Context, items: readonly SheetPerson[]) {
  const calls = await ctx.client('user')
  if (ctx.flags.dryRun) return calls.importMany({ items: [...items] }, { signal: ctx.signal })
  return keptAnswer(ctx, (options) => calls.importMany({ items: [...items] }, options), lostSays)
}

/** As a program is told of them, but for what stands in the file, or is not so: what is only tried has no number. */
const toldOf = ({ dryRun }: Context['flags'], { oncePassword: _kept, id, ...user }: Imported['users'][number]) =>
  dryRun ? user : { id, ...user }

const badShown = 50
const isThereAlready = /^账号：「[^」]*」已存在$/

/** Names each row that will not do: to a program in its data, with the refusal as any other. @returns the exit code */
async function tellBad(ctx: Context, { message, detail }: ApiError, path: string | undefined): Promise<number> {
  const { rows } = detail as { rows: BadRows }
  const [first = message] = message.split('。')
  const hint = rows.every(({ says }) => isThereAlready.test(says))
    ? `这份表中的账号都已存在，可能已经导入过；当时没有收到一次性密码的，重新生成：${wayOut}`
    : ''
  // that of the run in question, perhaps under another name
  for (const left of hint && path !== undefined ? await emptyLeft(path) : [])
    ctx.warn(`${left} 是被强行终止的一次留下的，其中没有密码，可以删除`)
  if (isForPrograms(ctx)) {
    await writeValue(ctx, { list: [], total: 0, bad: rows })
    throw new CliError(exit.refused, first, { code: 'BAD_INPUT', hint })
  }
  ctx.warn(first)
  for (const { row, says } of rows.slice(0, badShown)) ctx.warn(`  第 ${row} 行  ${says}`)
  if (rows.length > badShown) ctx.warn(`  另有 ${rows.length - badShown} 行，加 --json 查看全部`)
  if (hint) ctx.warn(hint)
  return exit.refused
}

const isBad = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'BAD_INPUT' && Array.isArray((error.detail as { rows?: unknown })?.rows)

/** Adds them; with `path` the file for the passwords is open before anybody is added, so that none is lost. */
async function add(ctx: Context, items: readonly SheetPerson[], path: string | undefined): Promise<Imported> {
  if (path === undefined || !(await mayWrite(ctx, path))) return send(ctx, items)
  let done: Imported | undefined
  await writeWhole(
    ctx,
    path,
    async (file) => {
      // the room that the passwords will need is taken before anybody is added
      await takeRoom(file, roomFor(items))
      done = await send(ctx, items)
      try {
        await putPasswords(file, done.users)
      } catch (error) {
        ctx.warn('用户已经新增，但一次性密码没有写成文件，显示在下面，只有这一次，请立即保存')
        await writeList(ctx, shape, done.users)
        throw error
      }
    },
    passwordsMode,
  )
  return done as Imported
}

/** Nobody is asked about what would be refused; which roles are given is told with `--yes` too, where somebody listens. */
async function foretell(ctx: Context, items: readonly SheetPerson[]): Promise<void> {
  const { yes, quiet, dryRun } = ctx.flags
  if (dryRun || (yes && quiet)) return
  const found = await tried(await ctx.transport(), user.importMany, { items }).catch((thrown: unknown) => {
    // nobody is asked: the import itself says what is wrong, behind what is wrong with the file
    if (yes && isBad(thrown)) return null
    throw thrown
  })
  for (const line of givenRoles((found?.value as Imported | undefined)?.users ?? [])) ctx.note(`将${line}`)
}

/** Adds the people of a sheet: all of them, or, where one row will not do, nobody. */
export async function importUsers(ctx: Context, file: string | undefined, out: string | undefined): Promise<number> {
  if (!file) throw usage('缺少要导入的文件', '例如 xzx user import 人员.xlsx --out 密码.csv')
  checkFields(ctx, shape)
  if (out === undefined) refuseUnseen(ctx, shape.columns, '加 --out 密码.csv 写到文件，或')
  const path = out === undefined ? undefined : await passwordsPath(ctx, out)
  const items = await readPeople(ctx, file)
  const names = items.slice(0, 3).map(({ name = '' }) => cleanLine(name))
  const who = `${names.join('、')}${items.length > names.length ? '等' : ''}`
  try {
    await foretell(ctx, items)
    await confirm(ctx, { text: `将新增 ${items.length} 名用户（${who}）`, count: items.length })
    const done = await add(ctx, items, path)
    if (ctx.flags.dryRun) {
      ctx.note(`试运行，没有新增：${done.added} 行都符合要求`)
      for (const line of givenRoles(done.users)) ctx.note(`将${line}`)
    } else ctx.note(`已新增 ${done.added} 名用户，首次登录时须改密码`)
    const shown = out === undefined && !ctx.flags.dryRun
    if (shown) await tellOnce(ctx, shape.columns, done.users, () => writeList(ctx, shape, done.users))
    else if (isForPrograms(ctx))
      await writeList(
        ctx,
        shape,
        done.users.map((one) => toldOf(ctx.flags, one)),
      )
    if (out !== undefined && !ctx.flags.dryRun) ctx.note(saysWritten(out))
    return exit.ok
  } catch (error) {
    if (!isBad(error)) throw error
    return tellBad(ctx, error, path)
  }
}

/** Stores the template. */
export async function importTemplate(ctx: Context, out: string | undefined): Promise<void> {
  const file = out ?? '用户导入模板.xlsx'
  // what leaves the system as a file is told by the log, a try too
  if (!(await mayWrite(ctx, file))) return
  const via = await ctx.transport()
  await saveStream(ctx, file, (sink) => via.download(user.importTemplate, {}, sink, { signal: ctx.signal }))
}
