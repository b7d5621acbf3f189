import { Refused } from '../../../core/errors.ts'
import type { Looked } from '../../../core/words/hits.ts'
import type { Ctx } from '../../context.ts'
import type { AnyDb } from '../../rows/list.ts'
import { type Checked, checkTexts } from '../../words/check.ts'
import { refusePersonal, refuseWords } from '../article/word-check.ts'
import type { Place } from './place.ts'

/** What things say of their own is looked through before visitors read it (docs/rules.md, Words); articles were when they were submitted. */

/** A text of something's own, as far as visitors read it. */
export interface OwnText {
  readonly title?: string | null | undefined
  readonly content?: string | null | undefined
  readonly section?: string | null | undefined
  readonly docNumber?: string | null | undefined
  readonly summary?: string | null | undefined
  readonly author?: string | null | undefined
}

const lookedIn = ({ content, ...lines }: OwnText): Looked[] => [
  ...Object.entries(lines).flatMap(([field, text]) => (text ? [{ field, text, html: false }] : [])),
  ...(content ? [{ field: 'content', text: content, html: true }] : []),
]

/** Looks a text through, outside of any transaction. */
export const look = (ctx: Ctx, text: OwnText): Promise<Checked> => checkTexts(ctx, lookedIn(text))

/**
 * Refuses a text with a forbidden word.
 * @returns what the log says of words that are to be looked at, and of somebody's own data
 * @throws Refused SENSITIVE_WORDS, which names the text
 */
export function judged(title: string, found: Checked): string[] {
  try {
    return [refuseWords({ found }), refusePersonal({ found })].flatMap((says) => (says ? [`《${title}》${says}`] : []))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Refused(error.code, `《${title}》：${error.message}`, error.detail)
  }
}

/** What was found in something before it is published: what the log says of it, or why it stays. */
export type Verdict = readonly string[] | Refused

/** A text, and what it is called where it is refused. */
export interface NamedText {
  readonly title: string
  readonly text: OwnText
}

/**
 * Looks through what rows would show of their own.
 * @param textsOf the texts of one of them, one after the other
 */
export async function judgeEach(
  ctx: Ctx,
  ids: readonly number[],
  textsOf: (ctx: Ctx, id: number) => AsyncIterable<NamedText>,
): Promise<ReadonlyMap<number, Verdict>> {
  const verdicts = new Map<number, Verdict>()
  for (const id of ids) verdicts.set(id, await judgeTexts(ctx, textsOf(ctx, id)))
  return verdicts
}

async function judgeTexts(ctx: Ctx, texts: AsyncIterable<NamedText>): Promise<Verdict> {
  const says: string[] = []
  try {
    for await (const { title, text } of texts) says.push(...judged(title, await look(ctx, text)))
    return says
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

const textsAtOnce = 50

/**
 * What stands in something, in shares: long texts are not all held at once. Of an article only what is said beside it, for the article was looked through
 * when it was submitted.
 * @param columns what visitors read of a row
 */
export async function* textsIn<C extends keyof OwnText>(
  { db }: Ctx,
  { rows, of }: Place,
  { id, columns, beside }: { readonly id: number; readonly columns: readonly C[]; readonly beside: readonly C[] },
): AsyncIterable<NamedText> {
  const own = (db as unknown as AnyDb)
    .selectFrom(rows.name)
    .select(['id', 'articleId', 'title', ...columns] as string[])
    .where(of, '=', id)
    .orderBy('id')
  for (let after = 0; ; ) {
    const found = await own.where('id', '>', after).limit(textsAtOnce).execute()
    for (const row of found) {
      const shown = row.articleId === null ? columns : beside
      yield { title: String(row.title), text: Object.fromEntries(shown.map((column) => [column, row[column]])) }
    }
    after = Number(found.at(-1)?.id ?? 0)
    if (found.length < textsAtOnce) return
  }
}
