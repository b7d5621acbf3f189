import { lookedFields } from '../../../core/contract/article/check.ts'
import type { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { fileIds } from '../../../core/domain/files.ts'
import { filesOfValues, type ModelValues, textOf, textOfValues, valuesIn } from '../../../core/domain/model-values.ts'
import { Refused } from '../../../core/errors.ts'
import type { Looked } from '../../../core/words/hits.ts'
import { mapsWithoutNumber } from '../../../core/words/maps.ts'
import { personalKinds, publicReason } from '../../../core/words/personal.ts'
import { type Cleaned, cleaned } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { type Checked, checkNow, checkTexts } from '../../words/check.ts'
import { type KnownWord, wordsNow } from '../../words/known.ts'
import { deadIn } from './dead-links.ts'
import { lookIntoFiles, shownFiles, togetherWith } from './file-check.ts'
import { needArticle } from './find.ts'
import { type Content, contentOf, needRevision } from './revisions.ts'

type Field = keyof typeof lookedFields
type Texts = { readonly [F in Exclude<Field, 'modelFields'>]?: string | null | undefined } & {
  /** As they are kept, or as they were sent. */
  readonly modelFields?: string | Readonly<Record<string, unknown>> | null | undefined
}

/** Numbers as they will be kept: without the commas between their groups. */
const asKept = (sent: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const text = typeof value === 'number' ? String(value) : value
      return [
        name,
        typeof text === 'string' && /^[\d\s,，.+-]+$/.test(text) ? `${text}\n${text.replace(/[\s,，]/g, '')}` : text,
      ]
    }),
  )

const textIn = (texts: Texts, field: Field): string | null | undefined => {
  if (field !== 'modelFields') return texts[field]
  const { modelFields } = texts
  return typeof modelFields === 'string' ? textOfValues(modelFields) : textOf(asKept(modelFields ?? {}))
}

/** What of an article is looked through. */
const lookedIn = (texts: Texts): Looked[] =>
  (Object.keys(lookedFields) as Field[]).flatMap((field) => {
    const text = textIn(texts, field)
    return text ? [{ field, text, html: field === 'content' }] : []
  })

const shown = ({ level, total, hits, personal }: Checked) => ({
  level,
  total,
  hits: hits.map(({ known, word: _, field, ...hit }) => ({
    ...{ wordId: String(known.id), word: known.word, list: known.list, type: known.type as 0 },
    ...{ suggestion: known.suggestion, field: field as Field, ...hit },
  })),
  personalTotal: personal.total,
  personal: personal.hits.map(({ field, ...hit }) => ({ field: field as Field, ...hit })),
})

/** The words in what stands in a form, finished or not. */
export const checkUnsaved = async (ctx: Ctx, input: Parsed<typeof contract.detection>) =>
  whole(ctx, { texts: lookedIn(input), files: [...(input.files ?? []), ...filesIn(input.modelFields)] })

/** The words in an article as it would be published: in its copy under review, where it has one. */
export const checkArticle = async (ctx: Ctx, articleId: number) => whole(ctx, await standing(ctx, { articleId }))

/** What of an article is looked through: its texts, and its attachments by their numbers. */
interface Standing {
  readonly texts: readonly Looked[]
  readonly files: readonly number[]
}

const mapsTold = 20

/** All that is told of an article before it is published. */
async function whole(ctx: Ctx, { texts, files }: Standing) {
  const html = texts.find(({ field }) => field === 'content')?.text ?? ''
  const [found, links, looked] = await Promise.all([
    checkTexts(ctx, texts),
    deadIn(ctx, { html, jump: null }),
    lookIntoFiles(ctx, files),
  ])
  const title = texts.find(({ field }) => field === 'title')?.text ?? ''
  const maps = mapsWithoutNumber(html, title)
    .slice(0, mapsTold)
    .map((one) => ({ ...one }))
  return { ...shown(found), links, maps, files: shownFiles(looked) }
}

/** The files in fields of a model as they were sent, where a value may be a number, and null what is emptied. */
const filesIn = (values: Readonly<Record<string, unknown>> | null | undefined): number[] =>
  filesOfValues(
    Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => Array.isArray(value))) as ModelValues,
  )

/** What of an article as it will stand is looked through. */
async function standing(ctx: Ctx, { articleId, modelThen, ...sent }: Sent): Promise<Standing> {
  if (!articleId) return { texts: lookedIn(sent), files: [...(sent.files ?? []), ...filesIn(sent.modelFields)] }
  const row = await needArticle(ctx, articleId)
  const open = row.reviewId === null ? undefined : await needRevision(ctx, row.reviewId)
  const copy = open ? (JSON.parse(open.after) as Partial<Content>) : {}
  const now = { ...contentOf(row), ...copy }
  const modelFields = { ...valuesIn(modelThen === undefined ? now.modelFields : modelThen), ...sent.modelFields }
  const files = [...(sent.files ?? fileIds(now.files)), ...filesIn(modelFields)]
  return { texts: lookedIn({ ...now, ...sent, modelFields }), files }
}
type Sent = Partial<Parsed<typeof contract.update>> & { readonly modelThen?: string | null }

/** An input whose text was cleaned, and looked through where it goes to who audits it. */
export type Read<I> = Cleaned<I> & { readonly found?: Checked }

/**
 * Cleans what a writer sent and looks it through, before the transaction that stores it; a draft may hold anything.
 * @param bulk it is one of many in which a few words are changed: its attachments are as they were
 */
export async function read<
  I extends { readonly content?: string | undefined; readonly status?: 1 | 3 | null | undefined },
>(ctx: Ctx, input: I, bulk = false): Promise<Read<I>> {
  const clean = await cleaned(ctx, input)
  if (input.status === 3) return clean
  const { texts, files } = await standing(ctx, clean as never)
  const text = await checkTexts(ctx, texts)
  const found = { ...text, personal: togetherWith(text.personal, bulk ? [] : await lookIntoFiles(ctx, files)) }
  if (found.total > 0 && !ctx.call.dry) await counted(ctx, found.words)
  return { ...clean, found }
}

/** Counts that words were found, whatever becomes of the text. */
async function counted({ parts }: Ctx, words: readonly KnownWord[]): Promise<void> {
  const ids = words.slice(0, wordsCounted).map(({ id }) => id)
  await parts.db.write
    .updateTable('sensitive')
    .set((eb) => ({ hits: eb('hits', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}
const wordsCounted = 500
const wordsNamed = 5

/** No forbidden word goes online: the lists may have changed since the text was submitted, or it may have come another way. */
export async function refuseForbidden(ctx: Ctx, articleId: number): Promise<void> {
  const now = await wordsNow(ctx)
  if (!now.words.some(({ level }) => level === 2)) return
  refuseWords({ found: checkNow(now, (await standing(ctx, { articleId })).texts) })
}

const named = (words: readonly KnownWord[]) =>
  `${words
    .slice(0, wordsNamed)
    .map(({ word }) => `「${word}」`)
    .join('')}${words.length > wordsNamed ? `等 ${words.length} 个词` : ''}`

const refusal = (refused: boolean, words: readonly KnownWord[], says: string) =>
  new Refused('SENSITIVE_WORDS', says, {
    refused,
    words: words.slice(0, wordsCounted).map(({ id, word }) => ({ id: String(id), word })),
  })

/**
 * A text that goes to who audits it holds no forbidden word, and none that its writer was to look at and has not.
 * @param seen the words that the writer has looked at; none: the writer is a program that cannot be asked
 * @returns what the log says of words that nobody looked at; null: there are none
 * @throws Refused SENSITIVE_WORDS
 */
export function refuseWords({
  found,
  wordsSeen,
}: {
  found?: Checked
  wordsSeen?: readonly number[] | null | undefined
}) {
  if (!found) return null
  const of = (level: number) => found.words.filter((word) => found.levels.get(word.id) === level)
  const forbidden = of(2)
  if (forbidden.length > 0) throw refusal(true, forbidden, `发现敏感词：${named(forbidden)}，请修改后再提交`)
  const seen = new Set(wordsSeen)
  const unseen = of(1).filter(({ id }) => !seen.has(id))
  if (unseen.length === 0) return null
  if (!wordsSeen) return `含须确认的敏感词${named(unseen)}`
  throw refusal(false, unseen, `发现须确认的敏感词：${named(unseen)}，请修改，或核对无误后确认再提交`)
}

/** What the history says to who audits it: why somebody's own data stand in the text; null: there are none, or nobody said why. */
export function reasonOf({ found, privacyReason }: Parameters<typeof refusePersonal>[0]): string | null {
  const why = privacyReason?.trim()
  return why && found && found.personal.total > 0 ? `${publicReason}${why}` : null
}

/**
 * Somebody's own data do not go to who audits a text unless its writer says why.
 * @param privacyReason what the writer says; none at all: the writer is a program that cannot be asked
 * @returns what the log says of it; null: there are none
 * @throws Refused PRIVATE_DATA
 */
export function refusePersonal({
  found,
  privacyReason,
}: {
  found?: Checked
  privacyReason?: string | null | undefined
}): string | null {
  if (!found || found.personal.total === 0) return null
  const says = found.personal.kinds.map(([kind, n]) => `${personalKinds[kind]} ${n} 处`).join('、')
  const why = privacyReason?.trim()
  if (why) return `含个人信息（${says}），公开的理由：${why}`
  if (privacyReason === undefined || privacyReason === null) return `含个人信息（${says}），未说明理由`
  const kinds = found.personal.kinds.map(([kind, count]) => ({ kind, count }))
  throw new Refused('PRIVATE_DATA', `含个人信息：${says}，请隐去后再提交，或说明公开的理由`, { kinds })
}
