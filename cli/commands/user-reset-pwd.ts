import type { FileHandle } from 'node:fs/promises'
import { user } from '../../core/contract/user.ts'
import { keptAnswer } from '../areas/kept-answer.ts'
import { goOnOnce } from '../bulk/failed-list.ts'
import { type Given, givenNamed } from '../bulk/ids.ts'
import { checkOutcome, noOutcome, runBulk, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import {
  type Growing,
  growing,
  type OncePassword,
  passwordsMode,
  passwordsPath,
  putPasswords,
  roomFor,
  saysWritten,
} from '../files/passwords.ts'
import { writeOut, writeWhole } from '../files/save.ts'
import { targetOf } from '../files/target.ts'
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
/** So many bytes nobody's name, account and department need more than. */
const roomEach = 800
/** More are not reset without a file: what stands only in memory is lost with the run. */
const withoutFileMost = 20

type Reset = OncePassword & { readonly id: string }

const columns = [
  ...columnsOf(user.view.output).filter(({ field }) => ['id', 'account', 'name', 'deptName'].includes(field)),
  ...columnsOf(e.output).filter(({ field }) => field === 'oncePassword'),
]
const shape = { columns, usual: columns.map(({ field }) => field), idField: 'id', titleField: 'name' }

/** Resets them one by one; each that was reset is in `done`, with the password, and in the list before the next one. */
async function resetAll(ctx: Context, ids: readonly string[], done: Reset[], list?: Growing) {
  const calls = await ctx.client('user')
  const send = async ([id = '']: readonly string[]) => {
    if (list?.failure()) throw list.failure()
    // before: whoever has a new password is named beside it
    const { account, name, deptName } = await calls.view({ id })
    const { oncePassword } = await keptAnswer(ctx, (options) => calls.resetPwd({ id }, options))
    const one = { id, account, name, deptName, oncePassword }
    done.push(one)
    await list?.add(one)
    return { done: [id], failed: [] }
  }
  return runBulk(
    ctx,
    '正在重置密码',
    ids.map((id) => ({ ids: [id], send })),
  )
}

/** Several are under way at once: told in the order in which they were named. @returns whether they came in another one */
function inOrder(ids: readonly string[], done: Reset[]): boolean {
  const came = done.map(({ id }) => id)
  const place = new Map(ids.map((id, at) => [id, at]))
  done.sort((a, b) => Number(place.get(a.id)) - Number(place.get(b.id)))
  return done.some(({ id }, at) => id !== came[at])
}

/** Nobody's password was reset: no file is left. */
class NobodyReset extends Error {}

/** The same, with the passwords in a file, which is open before the first of them is made and takes up each as it comes. */
async function resetInto(ctx: Context, ids: readonly string[], path: string, done: Reset[]) {
  let outcome = noOutcome()
  const work = async (file: FileHandle) => {
    const list = await growing(file, ids.length * roomEach + roomFor([]))
    outcome = await resetAll(ctx, ids, done, list)
    if (done.length === 0) throw new NobodyReset()
    try {
      if (list.failure()) throw list.failure()
      await list.end()
    } catch (error) {
      ctx.warn('密码已经重置，但没有写成文件，显示在下面，只有这一次，请立即保存')
      inOrder(ids, done)
      await writeList(ctx, shape, done)
      throw error
    }
  }
  try {
    await writeWhole(ctx, path, work, passwordsMode)
  } catch (error) {
    if (error instanceof NobodyReset) return outcome
    throw error
  }
  // the list as they came is whole: another one takes its place only when it is, too
  if (inOrder(ids, done) && (await targetOf(path)).temporary !== null)
    await writeOut(path, (file) => putPasswords(file, done), passwordsMode).catch(() =>
      ctx.note('文件中的人按完成的先后排列'),
    )
  return outcome
}

async function resetMany(ctx: Context, { ids, missing }: Given, out: string | undefined): Promise<number> {
  await checkOutcome(ctx, shape)
  if (out === undefined) refuseUnseen(ctx, columns, '加 --out 密码.csv 写到文件，或')
  if (out === undefined && ids.length > withoutFileMost)
    throw usage(
      `一次重置 ${ids.length} 人的密码，须写到文件；没有执行`,
      '加 --out 密码.csv：每个密码随即写入，中途被终止也都在文件中',
      `不写文件时一次最多 ${withoutFileMost} 人`,
    )
  const path = out === undefined ? undefined : await passwordsPath(ctx, out)
  if (ctx.flags.dryRun) {
    const foreseen = await foresee(ctx, e, ['user', 'resetPwd'], rows, ids)
    ctx.note(foreseen?.says ?? '')
    return tellBulk(ctx, {
      ...noOutcome(),
      done: [...(foreseen?.there ?? [])],
      failed: [...missing, ...(foreseen?.failed ?? [])],
    })
  }
  const { titles } = ctx.flags.yes ? { titles: [] } : await tellRows(ctx, e, rows, ids, titlesMax)
  const whose = namedTitles(titles, ids.length, 'user')
  const text = `将重置 ${ids.length} 名用户的密码${whose}，对方随即退出登录，下次登录时须修改密码`
  if (!ctx.flags.yes) for (const { errorMsg } of missing) ctx.warn(errorMsg)
  await confirm(ctx, { text, count: ids.length })
  const done: Reset[] = []
  const outcome = path === undefined ? await resetAll(ctx, ids, done) : await resetInto(ctx, ids, path, done)
  outcome.failed.unshift(...missing)
  inOrder(ids, done)
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
      {
        flag: '--out <文件>',
        says: '把账号和一次性密码写到 CSV 文件（只有本用户能读，不能是已有的文件），每生成一个就写入；不写则输出，至多 20 人',
      },
    ],
    examples: [
      'xzx user reset-pwd 7 --dry-run',
      'xzx user reset-pwd 7 8 9 --out 密码.csv',
      'xzx user list --dept 办公室 --all --format ids | xzx user reset-pwd --ids - --out 密码.csv --dry-run',
    ],
    async run(ctx, { args, flags, ...rest }) {
      const given = await givenNamed(ctx, args, 'user')
      if (given === null)
        throw usage('没有说明要重置哪些用户的密码', '写出编号、账号或姓名，或用 --ids - 从标准输入读取编号')
      const { ids, missing } = given
      if (ids.length + missing.length === 1 && flags.out === undefined && ctx.flags.ids === undefined)
        return (await made.run(ctx, { args: [...ids], flags: {}, ...rest })) ?? 0
      return resetMany(ctx, given, flags.out)
    },
  })
