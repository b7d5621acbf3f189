import { Refused } from '../../../core/errors.ts'
import type { Looked } from '../../../core/words/hits.ts'
import type { Ctx } from '../../context.ts'
import { type Checked, checkTexts } from '../../words/check.ts'
import { refusePersonal, refuseWords } from '../article/word-check.ts'

/** What an issue's own texts say is looked through before visitors read it (docs/rules.md, Words); articles were when they were submitted. */

/** A text of an issue's own, as far as visitors read it. */
export interface OwnText {
  readonly title?: string | null | undefined
  readonly content?: string | null | undefined
  readonly section?: string | null | undefined
  readonly docNumber?: string | null | undefined
}

const lookedIn = ({ title, content, section, docNumber }: OwnText): Looked[] => [
  ...(title ? [{ field: 'title', text: title, html: false }] : []),
  ...(section ? [{ field: 'section', text: section, html: false }] : []),
  ...(docNumber ? [{ field: 'docNumber', text: docNumber, html: false }] : []),
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

/** What was found in an issue before it is published: what the log says of it, or why it stays. */
export type Verdict = readonly string[] | Refused

/** Looks through what issues would show of their own. */
export async function judgeIssues(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Verdict>> {
  const issues = await ctx.db.selectFrom('bulletin').select(['id', 'title', 'summary']).where('id', 'in', ids).execute()
  const verdicts = new Map<number, Verdict>()
  for (const { id, title, summary } of issues) verdicts.set(id, await judgeIssue(ctx, id, { title, summary }))
  return verdicts
}

async function judgeIssue(
  ctx: Ctx,
  id: number,
  { title, summary }: { readonly title: string; readonly summary: string | null },
): Promise<Verdict> {
  const own = ctx.db
    .selectFrom('bulletinContent')
    .select(['id', 'articleId', 'title', 'content', 'section', 'docNumber'])
    .where('bulletinId', '=', id)
    .orderBy('id')
  const says: string[] = []
  try {
    says.push(...judged(title, await look(ctx, { title, content: summary })))
    for (let after = 0; ; ) {
      const texts = await own.where('id', '>', after).limit(textsAtOnce).execute()
      for (const text of texts) {
        const { section, docNumber } = text
        says.push(...judged(text.title, await look(ctx, text.articleId === null ? text : { section, docNumber })))
      }
      after = texts.at(-1)?.id ?? 0
      if (texts.length < textsAtOnce) return says
    }
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}
const textsAtOnce = 50
