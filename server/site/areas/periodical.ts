import type { Reader } from '../../db/open.ts'
import type { AreaFile, AreaSite } from '../area-site.ts'
import { filePage } from './attached.ts'
import { listFiles, listName, loadLines } from './lists.ts'
import {
  articlesOf,
  filesOf,
  folder,
  issueColumns,
  issuePage,
  monthOf,
  monthPage,
  monthsOf,
  pagesOf,
  publishedIssues,
  textPage,
} from './periodical-read.ts'
import { issueOf, type List, lineOf, listOf, type OneIssue, type OneText, textOf, title } from './periodical-view.ts'

const frontSize = 4

/** What the page of an issue shows, whatever its state: the preview has it before visitors do. */
export async function loadIssue(db: Pick<Reader, 'read'>, id: number): Promise<OneIssue | null> {
  const query = db.read.selectFrom('periodical').select([...issueColumns, 'cover', 'summary'])
  const found = await query.where('id', '=', id).executeTakeFirst()
  if (!found) return null
  const on = Map.groupBy(await articlesOf(db, id), ({ layoutId }) => layoutId)
  const pages = (await pagesOf(db, [id])).map(({ id, title, sortType }) => ({
    ...{ id, title, sortType, articles: on.get(id) ?? [] },
  }))
  const files = ((await filesOf(db, [id])).get(id) ?? []).map(({ id, name, kind, size, stored }) => ({
    ...{ id, name, kind, size, stored },
  }))
  return { kind: 'issue', ...found, pages, files }
}

async function loadText(db: Reader, id: number): Promise<OneText | null> {
  const found = await db.read
    .selectFrom('periodicalArticle')
    .innerJoin('periodicalPage', 'periodicalPage.id', 'periodicalArticle.layoutId')
    .select(['periodicalArticle.periodicalId', 'periodicalArticle.title', 'author', 'content', 'seal'])
    .select(['categoryType', 'periodicalPage.title as page'])
    .where('periodicalArticle.id', '=', id)
    .where('articleId', 'is', null)
    .executeTakeFirst()
  if (!found || found.categoryType === 'URL') return null
  const { periodicalId, title, author, content, seal, page } = found
  const issue = await publishedIssues(db).where('id', '=', periodicalId).select(issueColumns).executeTakeFirst()
  return issue ? { kind: 'text', title, author, page, content: content ?? '', seal, issue } : null
}

async function loadPage(db: Reader, { id, name, file }: AreaFile): Promise<object | null> {
  const months = async () => (await monthsOf(db)).map(({ month }) => month)
  if (id < 0)
    return {
      ...(await loadLines(publishedIssues(db).select(issueColumns), -id)),
      ...{ month: null, months: await months() },
    }
  if (name.startsWith('month_')) {
    const issues = await publishedIssues(db).select(issueColumns).execute()
    const items = issues.filter((one) => monthPage(monthOf(one)) === name)
    const [first] = items
    if (!first) return null
    return { number: 1, count: 1, total: items.length, items, month: monthOf(first), months: await months() }
  }
  if (name === textPage(id)) return loadText(db, id)
  const there = await publishedIssues(db).where('id', '=', id).select('id').executeTakeFirst()
  if (!there || file) return there ?? null
  return loadIssue(db, id)
}

/** Periodicals on the site: all issues and those of each month, each issue with its pages, and the texts that are its own. */
export const periodical: AreaSite = {
  title,
  folder,
  async pages(db) {
    const issues = await publishedIssues(db).select(issueColumns).execute()
    if (issues.length === 0) return []
    const ids = issues.map(({ id }) => id)
    const files = await filesOf(db, ids)
    const dates = new Map(issues.map(({ id, publishedOn }) => [id, publishedOn]))
    const texts = await db.read
      .selectFrom('periodicalArticle')
      .select(['id', 'periodicalId', 'title'])
      .where('articleId', 'is', null)
      .where((eb) => eb.or([eb('categoryType', 'is', null), eb('categoryType', '!=', 'URL')]))
      .where('periodicalId', 'in', ids)
      .execute()
    return [
      ...listFiles(issues.length),
      ...(await monthsOf(db)).map(({ month }) => ({ name: monthPage(month), id: Number(month.replace('-', '')) })),
      ...issues.flatMap(({ id, title, publishedOn }) => [
        // first, so that no page leads to one that is not there yet
        ...(files.get(id) ?? []).map(({ id: _, ...file }) => ({ name: filePage(id, file), id, file })),
        { name: issuePage(id), id, listed: { title, at: publishedOn } },
      ]),
      ...texts.map(({ id, periodicalId, title }) => ({
        ...{ name: textPage(id), id, listed: { title, at: dates.get(periodicalId) ?? 0 } },
      })),
    ]
  },
  load: loadPage,
  view(shown: List | OneIssue | OneText, tools) {
    if ('items' in shown) return listOf(shown, tools)
    return shown.kind === 'issue' ? issueOf(shown, tools) : textOf(shown, tools)
  },
  async front(db, _at, tools) {
    const found = await publishedIssues(db).select(issueColumns).limit(frontSize).execute()
    return { items: found.map((one) => lineOf(one, tools)), url: tools.url(listName(1)) }
  },
  async shows({ read }, articleIds) {
    const found = await read
      .selectFrom('periodicalArticle')
      .innerJoin('periodical', 'periodical.id', 'periodicalArticle.periodicalId')
      .select('periodicalArticle.id')
      .where('articleId', 'in', articleIds)
      .where('periodical.status', '=', 5)
      .where('periodical.deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },
}
