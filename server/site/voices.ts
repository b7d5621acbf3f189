import type { Kysely } from 'kysely'
import { voiceKind } from '../../core/domain/voices.ts'
import type { Schema } from '../db/tables.ts'
import type { SiteFile } from './article-files.ts'

/** What reads an article aloud on its page, for as long as the text is the one that was read: a file beside the page like an attachment. */
export interface SiteVoice extends SiteFile {
  readonly seconds: number
}

/** What tells whether an article is still the one that was read. */
interface Stand {
  readonly title: string | null
  readonly subtitle: string | null
  readonly seal: string | null
  readonly version: number | null
}

/** By title and seal, which is that of the content; where an older version left none, by the number of its changes. */
export const isSame = (read: Stand, now: Stand): boolean =>
  read.title === now.title &&
  (read.subtitle ?? '') === (now.subtitle ?? '') &&
  (read.seal ?? '') === (now.seal ?? '') &&
  (now.seal !== null || read.version === now.version)

const columns = [
  'voice.articleId',
  'voice.seconds',
  'voice.version',
  'voice.seal',
  'voice.title',
  'voice.subtitle',
] as const

const found = (read: Kysely<Schema>) =>
  read
    .selectFrom('voice')
    .innerJoin('attachment', 'attachment.id', 'voice.fileId')
    .innerJoin('article', 'article.id', 'voice.articleId')
    .select(columns)
    .select(['attachment.id', 'attachment.name', 'attachment.size', 'attachment.stored'])
    .select(['article.title as nowTitle', 'article.subtitle as nowSubtitle'])
    .select(['article.seal as nowSeal', 'article.version as nowVersion'])

type Found = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]

const byArticle = (rows: readonly Found[]): ReadonlyMap<number, SiteVoice> =>
  new Map(
    rows
      .filter((row) => {
        const { nowTitle: title, nowSubtitle: subtitle, nowSeal: seal, nowVersion: version } = row
        return isSame(row, { title, subtitle, seal, version })
      })
      .map(({ articleId, seconds, id, name, size, stored }) => [
        Number(articleId),
        { id, name, size, stored, kind: voiceKind, seconds: seconds ?? 0 },
      ]),
  )

/** The voices of some articles. */
export async function voicesOf(read: Kysely<Schema>, ids: readonly number[]): Promise<ReadonlyMap<number, SiteVoice>> {
  return ids.length === 0 ? new Map() : byArticle(await found(read).where('voice.articleId', 'in', ids).execute())
}

/** Those of the articles from one id on and below another. */
export const voicesFrom = async (
  read: Kysely<Schema>,
  from: number,
  below: number,
): Promise<ReadonlyMap<number, SiteVoice>> =>
  byArticle(await found(read).where('voice.articleId', '>=', from).where('voice.articleId', '<', below).execute())
