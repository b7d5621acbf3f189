import type { Reader } from '../../db/open.ts'
import type { AreaFile, AreaSite } from '../area-site.ts'
import { filePage } from './attached.ts'
import {
  contentsOf,
  contentsOnPage,
  countsOf,
  filesOf,
  folder,
  type Issue,
  issueColumns,
  issuePage,
  publishedIssues,
  textPage,
  yearPage,
} from './bulletin-read.ts'
import {
  issueOf,
  type List,
  lineOf,
  listOf,
  type OfYear,
  type OneIssue,
  type OneText,
  textOf,
  title,
  yearOf,
} from './bulletin-view.ts'
import { listFiles, listName, loadLines } from './lists.ts'

const frontSize = 4

async function readYears(db: Pick<Reader, 'read'>): Promise<number[]> {
  const rows = await publishedIssues(db).clearOrderBy().select('year').distinct().orderBy('year', 'desc').execute()
  return rows.map(({ year }) => year)
}

const pagesOf = (contents: number) => Math.max(1, Math.ceil(contents / contentsOnPage))

/**
 * What a page of an issue shows, whatever its state: the preview has it before visitors do.
 * @param page of its pages, from 1
 */
export async function loadIssue(db: Pick<Reader, 'read'>, id: number, page = 1): Promise<OneIssue | null> {
  const found = await db.read
    .selectFrom('bulletin')
    .select([...issueColumns, 'cover', 'summary'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return null
  const contentCount = (await countsOf(db, [id])).get(id) ?? 0
  const offset = (page - 1) * contentsOnPage
  const contents = await contentsOf(db, id, { limit: contentsOnPage, offset })
  const files = ((await filesOf(db, [id])).get(id) ?? []).map(({ id, name, kind, size, stored }) => ({
    ...{ id, name, kind, size, stored },
  }))
  const count = pagesOf(contentCount)
  return { kind: 'issue', ...found, page, count, contentCount, contents, files }
}

async function loadText(db: Reader, id: number): Promise<OneText | null> {
  const found = await db.read
    .selectFrom('bulletinContent')
    .select(['bulletinId', 'title', 'docNumber', 'section', 'content', 'seal'])
    .where('id', '=', id)
    .where('articleId', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const { bulletinId, content, ...one } = found
  const issue = await publishedIssues(db).where('id', '=', bulletinId).select(issueColumns).executeTakeFirst()
  return issue ? { kind: 'text', ...one, content: content ?? '', issue } : null
}

async function loadPage(db: Reader, { id, name, file }: AreaFile) {
  if (id < 0) return { ...(await loadLines(publishedIssues(db).select(issueColumns), -id)), years: await readYears(db) }
  if (name === yearPage(id)) {
    const issues = await publishedIssues(db).where('year', '=', id).select(issueColumns).execute()
    return issues.length === 0 ? null : { year: id, issues, years: await readYears(db) }
  }
  if (name === textPage(id)) return loadText(db, id)
  const there = await publishedIssues(db).where('id', '=', id).select('id').executeTakeFirst()
  if (!there || file) return there ?? null
  return loadIssue(db, id, Number(/_(\d+)\.html$/.exec(name)?.[1] ?? 1))
}

const atOf = ({ publishedOn, publishedAt }: Issue) => publishedOn ?? publishedAt ?? 0

/** The bulletin on the site: its years, its issues with what stands in them, and the texts that are an issue's own. */
export const bulletin: AreaSite = {
  title,
  folder,
  async pages(db) {
    const issues = await publishedIssues(db).select(issueColumns).execute()
    if (issues.length === 0) return []
    const ids = issues.map(({ id }) => id)
    const counts = await countsOf(db, ids)
    const files = await filesOf(db, ids)
    const byId = new Map(issues.map((issue) => [issue.id, issue]))
    const texts = await db.read
      .selectFrom('bulletinContent')
      .select(['id', 'bulletinId', 'title'])
      .where('articleId', 'is', null)
      .where('bulletinId', 'in', ids)
      .execute()
    return [
      ...listFiles(issues.length),
      ...[...new Set(issues.map(({ year }) => year))].map((year) => ({ name: yearPage(year), id: year })),
      ...issues.flatMap((issue) => [
        // first, so that no page leads to one that is not there yet
        ...(files.get(issue.id) ?? []).map(({ id: _, ...file }) => ({
          ...{ name: filePage(issue.id, file), id: issue.id, file },
        })),
        ...Array.from({ length: pagesOf(counts.get(issue.id) ?? 0) }, (_, i) => ({
          ...{ name: issuePage(issue.id, i + 1), id: issue.id },
          ...(i === 0 && { listed: { title: issue.title, at: atOf(issue) } }),
        })),
      ]),
      ...texts.map(({ id, bulletinId, title }) => ({
        ...{ name: textPage(id), id, listed: { title, at: atOf(byId.get(bulletinId) as Issue) } },
      })),
    ]
  },
  load: loadPage,
  view(shown: List | OfYear | OneIssue | OneText, tools) {
    if ('items' in shown) return listOf(shown, tools)
    if ('issues' in shown) return yearOf(shown, tools)
    return shown.kind === 'issue' ? issueOf(shown, tools) : textOf(shown, tools)
  },
  async front(db, _at, tools) {
    const found = await publishedIssues(db).select(issueColumns).limit(frontSize).execute()
    return { items: found.map((one) => lineOf(one, tools)), url: tools.url(listName(1)) }
  },
  async shows(db, articleIds) {
    const found = await db.read
      .selectFrom('bulletinContent')
      .innerJoin('bulletin', 'bulletin.id', 'bulletinContent.bulletinId')
      .select('bulletinContent.id')
      .where('articleId', 'in', articleIds)
      .where('bulletin.status', '=', 1)
      .where('bulletin.deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },
}
