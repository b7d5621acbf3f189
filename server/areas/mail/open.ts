import { masked } from '../../../core/domain/personal.ts'
import { Refused } from '../../../core/errors.ts'
import { personalHits } from '../../../core/words/hits.ts'
import { personalKinds } from '../../../core/words/personal.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { opened } from '../../rows/personal.ts'
import { checkNow } from '../../words/check.ts'
import { wordsNow } from '../../words/known.ts'
import type { Letter } from './letters.ts'

/** What of a letter stands on the site: its own wording, with nobody's data in it. */

export interface Texts {
  readonly title: string
  readonly content: string
  readonly reply: string
}

/** Hides what is personal in a text, and the name of whoever wrote. */
function hidden(text: string, name: string | null): string {
  const found = personalHits([{ field: 'text', text }]).hits
  const plain = found.reduce((sum, { found: one, masked: hides }) => sum.replaceAll(one, hides), text)
  return name && [...name].length > 1 ? plain.replaceAll(name, masked('name', name)) : plain
}

const nameOf = (ctx: Ctx, row: Letter) => opened(ctx.parts.secret, table, { name: row.name }).name ?? null

/** The texts as they would be published: as somebody wrote them for that, else with what is personal hidden. */
export function draftOf(ctx: Ctx, row: Letter): Texts {
  const name = nameOf(ctx, row)
  return {
    title: row.openTitle ?? hidden(row.title, name),
    content: row.openContent ?? hidden(row.content, name),
    reply: row.openReply ?? hidden(row.reply ?? '', name),
  }
}

/** The same where nobody has written any: what stands there is published. */
const asItStands = ({ title, content, reply, ...row }: Letter): Texts => ({
  title: row.openTitle ?? title,
  content: row.openContent ?? content,
  reply: row.openReply ?? reply ?? '',
})

const refusedLevel = 2
const way = '请写公开稿隐去后再公开（命令 xzx mail draft 编号）'

/**
 * Refuses to publish what holds words that must not be there, somebody's data, or what whoever wrote does not want to be read.
 * @throws Refused BAD_STATE, SENSITIVE_WORDS, PRIVATE_DATA
 */
export async function refuseUnfit(ctx: Ctx, row: Letter): Promise<void> {
  if (row.openFlag !== 1) throw new Refused('BAD_STATE', '来信人不同意公开，请用「办结不公开」')
  const texts = Object.entries(asItStands(row)).map(([field, text]) => ({ field, text }))
  const { words, levels } = checkNow(await wordsNow(ctx), texts)
  const bad = words.filter(({ id }) => (levels.get(id) ?? 0) >= refusedLevel)
  if (bad.length > 0)
    throw new Refused('SENSITIVE_WORDS', `含有敏感词「${bad.map(({ word }) => word).join('」「')}」，${way}`, {
      refused: true,
      words: bad.map(({ id, word }) => ({ id: String(id), word })),
    })
  const { kinds } = personalHits(texts)
  const name = nameOf(ctx, row)
  const named = name !== null && [...name].length > 1 && texts.some(({ text }) => text.includes(name))
  const found = [...kinds.map(([kind]) => personalKinds[kind]), ...(named ? ['来信人姓名'] : [])]
  if (found.length > 0)
    throw new Refused('PRIVATE_DATA', `含有${found.join('、')}，${way}`, {
      kinds: kinds.map(([kind, count]) => ({ kind, count })),
    })
}
