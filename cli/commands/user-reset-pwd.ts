import { user } from '../../core/contract/user.ts'
import { keptAnswer } from '../areas/kept-answer.ts'
import { goOnOnce } from '../bulk/failed-list.ts'
import { givenIds } from '../bulk/ids.ts'
import { checkOutcome, noOutcome, runBulk, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import {
  type OncePassword,
  passwordsMode,
  passwordsPath,
  putPasswords,
  roomFor,
  saysWritten,
  takeRoom,
} from '../files/passwords.ts'
import { writeWhole } from '../files/save.ts'
import { uses } from '../flags.ts'
import { foresee } from '../from-contract/foresee.ts'
import { rowsFor, tellRows } from '../from-contract/rows.ts'
import { columnsOf } from '../output/columns.ts'
import { refuseUnseen, tellOnce } from '../output/once.ts'
import { writeList } from '../output/write.ts'
import { confirm, namedTitles } from '../questions.ts'
import { type Verb, verb } from '../verb.ts'

const e = user.resetPwd
const rows = rowsFor('user', user, e)
const titlesMax = 3

type Reset = OncePassword & { readonly id: string }

const columns = [
  ...columnsOf(user.view.output).filter(({ field }) => ['id', 'account', 'name', 'deptName'].includes(field)),
  ...columnsOf(e.output).filter(({ field }) => field === 'oncePassword'),
]
const shape = { columns, usual: columns.map(({ field }) => field), idField: 'id', titleField: 'name' }

/** Resets them one by one; each that was reset is in `done`, with the password. */
async function resetAll(ctx: Context, ids: readonly string[], done: Reset[]) {
  const calls = await ctx.client('user')
  const send = async ([id = '']: readonly string[]) => {
    // before: whoever has a new password is named beside it
    const { account, name, deptName } = await calls.view({ id })
    const { oncePassword } = await keptAnswer(ctx, (options) => calls.resetPwd({ id }, options))
    done.push({ id, account, name, deptName, oncePassword })
    return { done: [id], failed: [] }
  }
  const outcome = await runBulk(
    ctx,
    '正在重置密码',
    ids.map((id) => ({ ids: [id], send })),
  )
  // several are under way at once: told in the order in which they were named
  const place = new Map(ids.map((id, at) => [id, at]))
  done.sort((a, b) => Number(place.get(a.id)) - Number(place.get(b.id)))
  return outcome
}

/** Nobody's password was reset: no file is left. */
class NobodyReset extends Error {}

/** The same, with the passwords in a file, which is open before the first of them is made. */
async function resetInto(ctx: Context, ids: readonly string[], path: string, done: Reset[]) {
  let outcome = noOutcome()
  await writeWhole(
    ctx,
    path,
    async (file) => {
      await takeRoom(file, ids.length * 800 + roomFor([]))
      outcome = await resetAll(ctx, ids, done)
      if (done.length === 0) throw new NobodyReset()
      await putPasswords(file, done).catch(async (error: unknown) => {
        ctx.warn('密码已经重置，但没有写成文件，显示在下面，只有这一次，请立即保存')
        await writeList(ctx, shape, done)
        throw error
      })
    },
    passwordsMode,
  ).catch((error: unknown) => {
    if (!(error instanceof NobodyReset)) throw error
  })
  return outcome
}

async function resetMany(ctx: Context, ids: readonly string[], out: string | undefined): Promise<number> {
  await checkOutcome(ctx, shape)
  if (out === undefined) refuseUnseen(ctx, columns, '加 --out 密码.csv 写到文件，或')
  const path = out === undefined ? undefined : await passwordsPath(ctx, out)
  if (ctx.flags.dryRun) {
    const foreseen = await foresee(ctx, e, ['user', 'resetPwd'], rows, ids)
    ctx.note(foreseen?.says ?? '')
    return tellBulk(ctx, { ...noOutcome(), done: [...(foreseen?.there ?? [])], failed: [...(foreseen?.failed ?? [])] })
  }
  const { titles } = ctx.flags.yes ? { titles: [] } : await tellRows(ctx, e, rows, ids, titlesMax)
  const whose = namedTitles(titles, ids.length, 'user')
  const text = `将重置 ${ids.length} 名用户的密码${whose}，对方随即退出登录，下次登录时须修改密码`
  await confirm(ctx, { text, count: ids.length })
  const done: Reset[] = []
  const outcome = path === undefined ? await resetAll(ctx, ids, done) : await resetInto(ctx, ids, path, done)
  if (out !== undefined && done.length > 0) ctx.note(saysWritten(out))
  // who was reset once and is reset again cannot use the password that was handed out
  if (out !== undefined) return tellBulk(ctx, outcome, undefined, goOnOnce)
  let code: number = exit.ok
  await tellOnce(ctx, columns, done, async () => {
    code = await tellBulk(ctx, outcome, { shape, rows: done }, goOnOnce)
  })
  return code
}

/** To reset a password as its call says, and those of several people, into a file too. @param made the verb of one of them */
export const resetPwdVerb = (made: Verb): Verb =>
  verb<{ out?: string }>({
    name: made.name,
    says: made.says,
    args: '[编号或名称...]',
    of: 'user',
    knows: [...uses.server, ...uses.output, ...uses.bulk],
    flags: [
      { flag: '--out <文件>', says: '把账号和一次性密码写到 CSV 文件（只有本用户能读，不能是已有的文件）；不写则输出' },
    ],
    examples: [
      'xzx user reset-pwd 7 --dry-run',
      'xzx user reset-pwd 7 8 9 --out 密码.csv',
      'xzx user list --dept 办公室 --all --format ids | xzx user reset-pwd --ids - --out 密码.csv --dry-run',
    ],
    async run(ctx, { args, flags, ...rest }) {
      const ids = await givenIds(ctx, args, 'user')
      if (ids === null)
        throw usage('没有说明要重置哪些用户的密码', '写出编号、账号或姓名，或用 --ids - 从标准输入读取编号')
      if (ids.length === 1 && flags.out === undefined && ctx.flags.ids === undefined)
        return (await made.run(ctx, { args: [...ids], flags: {}, ...rest })) ?? 0
      return resetMany(ctx, ids, flags.out)
    },
  })
