import { asSeen } from '../../../core/domain/laid.ts'
import { mailMerged } from '../../../core/domain/mail-states.ts'
import { Refused } from '../../../core/errors.ts'
import { toldIn } from '../../../core/words/echo.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import {
  hidden,
  hiddenInAnswer,
  phoneOf,
  refuseUnfitTexts,
  tellsOf,
  withoutName,
  writerOf,
} from '../../letters/open.ts'
import { type Letter, online } from './letters.ts'

/** What of a letter stands on the site: its own wording, with nobody's data in it. */

export interface Texts {
  readonly title: string
  readonly content: string
  readonly reply: string
}

const nameOf = (ctx: Ctx, row: Pick<Letter, 'name'>) => writerOf(ctx, table, row)
const wroteOf = ({ title, content, supplement }: Letter) => [title, content, supplement ?? '']

/** Who wrote a letter, and who wrote those that are answered with it. */
async function writersOf(ctx: Ctx, row: Letter) {
  const doubles = ctx.db.selectFrom('mail').select(['name', 'phone']).where('mergedInto', '=', row.id)
  const all = [row, ...(await doubles.where('state', '=', mailMerged).execute())]
  const each = <T>(of: (one: Pick<Letter, 'name' | 'phone'>) => T) => [...new Set(all.map(of))]
  return { names: each((one) => nameOf(ctx, one)), phones: each((one) => phoneOf(ctx, table, one)) }
}

/** Who wrote what stands in a letter, beside whoever wrote one of them. */
async function othersIn(ctx: Ctx, into: Letter | undefined, row: Letter) {
  const { names, phones } = into ? await writersOf(ctx, into) : { names: [], phones: [] }
  const [name, phone] = [nameOf(ctx, row), phoneOf(ctx, table, row)]
  return { names: names.filter((one) => one !== name), phones: phones.filter((one) => one !== phone) }
}

/** The texts as they would be published: as somebody wrote them for that, else with what is personal hidden. */
export async function draftOf(ctx: Ctx, row: Letter): Promise<Texts> {
  const { openTitle, openContent, openReply } = row
  if (openTitle !== null && openContent !== null && openReply !== null)
    return { title: openTitle, content: openContent, reply: openReply }
  const {
    names: [name = null, ...others],
  } = await writersOf(ctx, row)
  const told = toldIn(wroteOf(row))
  const without = (text: string) => others.reduce(withoutName, text)
  return {
    title: openTitle ?? without(hidden(row.title, name, told)),
    content: openContent ?? without(hidden(row.content, name, told)),
    reply: openReply ?? without(hiddenInAnswer(row.reply ?? '', name, told)),
  }
}

/** The same where nobody has written any: what stands there is published, as its reader saw it. */
export const asItStands = ({ title, content, reply, ...row }: Letter): Texts => ({
  title: asSeen(row.openTitle ?? title),
  content: asSeen(row.openContent ?? content),
  reply: asSeen(row.openReply ?? reply ?? ''),
})

const way = {
  instead: '请写公开稿隐去后再公开（命令 xzx mail draft 编号）',
  lift: 'xzx mail publish 编号 --reason 理由',
}

/**
 * Refuses to publish what holds words that must not be there, somebody's data, or what whoever wrote does not want to be read.
 * @throws Refused BAD_STATE, SENSITIVE_WORDS, PRIVATE_DATA
 */
export async function refuseUnfit(ctx: Ctx, row: Letter, reason: string | null): Promise<void> {
  if (row.openFlag !== 1)
    throw new Refused(
      'BAD_STATE',
      row.state === 4 ? '来信人不同意公开，请用「办结不公开」' : '来信人不同意公开，不能公开',
    )
  if (row.openTitle !== null && row.openReply === null)
    throw new Refused(
      'BAD_STATE',
      '答复在写好公开稿以后改过，公开稿中没有它：请重新写公开稿、核对答复后再公开（命令 xzx mail draft 编号）',
    )
  const writer = { ...(await writersOf(ctx, row)), says: '来信人', wrote: wroteOf(row) }
  await refuseUnfitTexts(ctx, { ...asItStands(row) }, writer, way, reason)
}

/** Refuses to take up into a public letter whoever it names: what stands there is about somebody who is now its writer. @throws Refused PRIVATE_DATA */
export async function refuseTakenUp(ctx: Ctx, row: Letter): Promise<void> {
  if (row.state !== online) return
  const found = tellsOf(Object.values(asItStands(row)), { ...(await writersOf(ctx, row)), says: '来信人' })
  if (found.length > 0)
    throw new Refused(
      'PRIVATE_DATA',
      `并入的信件（into）：「${row.title}」已公开，公开的文字中有并入后${found.join('、')}；请先撤回公开，写好公开稿隐去后再并入`,
    )
}

/**
 * Refuses to let whoever wrote a letter read by its code who wrote those that are answered with it: there the answer stands as it was written.
 * @throws Refused PRIVATE_DATA
 */
export async function refuseOthersNamed(ctx: Ctx, row: Letter): Promise<void> {
  const others = await othersIn(ctx, row, row)
  const found = tellsOf([asSeen(row.reply ?? '')], { ...others, says: '并入的来信的来信人' })
  if (found.length > 0)
    throw new Refused(
      'PRIVATE_DATA',
      `答复中有${found.join('、')}，这封信的来信人凭查询码看到的就是答复原文；请退回重办，改写后再办结（命令 xzx mail redo 编号）`,
    )
}

/**
 * Refuses to tell whoever wrote a letter that was taken up into another one of its writer, of whoever else stands in it, or numbers that are somebody's.
 * @throws Refused SENSITIVE_WORDS, PRIVATE_DATA
 */
export async function refuseOther(ctx: Ctx, row: Letter, reply: string): Promise<void> {
  const into = await ctx.db.selectFrom('mail').selectAll().where('id', '=', row.mergedInto).executeTakeFirst()
  const others = await othersIn(ctx, into, row)
  await refuseUnfitTexts(ctx, { reply }, { ...others, says: '并入那一封的其他来信人' }, { instead: '请改写后再回复' })
}
