import { srcsetOf } from '../../../core/domain/images.ts'
import { safeLink } from '../../../core/domain/links.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { AreaTools } from '../area-site.ts'
import type { SiteFile } from '../article-files.ts'
import { cut, excerpt } from '../content.ts'
import { fileLine } from './attached.ts'
import { type Content, type Issue, issuePage, issueSays, pathOf, yearPage } from './bulletin-read.ts'
import { type Lines, listName } from './lists.ts'
import { leads, sectionsOf } from './sections.ts'

/** How the pages of the bulletin look: what their templates get. */

export const title = '公报'

interface Years {
  readonly years: readonly number[]
}
export type List = Lines<Issue> & Years
export interface OfYear extends Years {
  readonly year: number
  readonly issues: readonly Issue[]
}
/** A page of an issue; `count`: of how many. */
export interface OneIssue extends Issue {
  readonly kind: 'issue'
  readonly cover: string | null
  readonly summary: string | null
  readonly page: number
  readonly count: number
  readonly contentCount: number
  readonly contents: readonly Content[]
  readonly files: readonly SiteFile[]
}
export interface OneText {
  readonly kind: 'text'
  readonly title: string
  readonly docNumber: string | null
  readonly section: string | null
  readonly content: string
  readonly seal: string | null
  readonly issue: Issue
}

const above = ({ url }: AreaTools) => ({ title, url: url(listName(1)) })
const dayOf = ({ publishedOn, publishedAt }: Issue) => {
  const at = publishedOn ?? publishedAt
  return at === null ? null : formatDate(at)
}
export const lineOf = (issue: Issue, { url }: AreaTools) => ({
  title: issue.title,
  url: url(issuePage(issue.id)),
  date: dayOf(issue),
  says: issueSays(issue),
})
const yearsOf = ({ years }: Years, current: number | null, { url }: AreaTools) =>
  years.map((year) => ({ title: `${year} 年`, url: url(yearPage(year)), current: year === current }))

export function listOf(list: List, tools: AreaTools) {
  const { number, count, total, items } = list
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(listName(n)) : null)
  return {
    template: 'bulletin-list',
    title: number === 1 ? title : `${title}（第 ${number} 页）`,
    description: '已发布的各期公报，按年份查看',
    scope: {
      heading: title,
      total,
      items: items.map((one) => lineOf(one, tools)),
      years: yearsOf(list, null, tools),
      pager: { number, count, previous: at(number - 1), next: at(number + 1) },
    },
  }
}

export const yearOf = (shown: OfYear, tools: AreaTools) => ({
  template: 'bulletin-list',
  title: `${shown.year} 年公报`,
  description: `${shown.year} 年发布的各期公报`,
  scope: {
    heading: `${shown.year} 年公报`,
    total: shown.issues.length,
    items: shown.issues.map((one) => lineOf(one, tools)),
    years: yearsOf(shown, shown.year, tools),
    pager: { number: 1, count: 1 },
  },
  above: [above(tools)],
})

const contentOf = (one: Content, { root }: AreaTools) => ({
  ...{ title: one.title, docNumber: one.docNumber, validity: one.validity },
  ...leads(one.jump, root(pathOf(one))),
})

export function issueOf(shown: OneIssue, tools: AreaTools) {
  const { page, count } = shown
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(issuePage(shown.id, n)) : null)
  const cover = safeLink(shown.cover)
  return {
    template: 'bulletin',
    title: page === 1 ? shown.title : `${cut(shown.title, 36)}（第 ${page} 页）`,
    description: shown.summary?.trim() || `${issueSays(shown)}，共 ${shown.contentCount} 篇`,
    scope: {
      issue: {
        ...{ title: shown.title, says: issueSays(shown), date: dayOf(shown), summary: shown.summary },
        ...{ cover, srcset: cover && srcsetOf(cover), total: shown.contentCount },
      },
      sections: sectionsOf(shown.contents, (one) => contentOf(one, tools)),
      files: shown.files.map((file) => fileLine(shown.id, file, tools.url)),
      pager: { number: page, count, previous: at(page - 1), next: at(page + 1) },
      list: tools.url(yearPage(shown.year)),
      year: shown.year,
    },
    above: [above(tools), { title: `${shown.year} 年`, url: tools.url(yearPage(shown.year)) }],
  }
}

export const textOf = ({ issue, ...one }: OneText, tools: AreaTools) => ({
  template: 'bulletin-text',
  title: one.title,
  description: excerpt(one.content.slice(0, 600), 120) || one.title,
  scope: {
    text: { title: one.title, docNumber: one.docNumber, section: one.section },
    issue: { title: issue.title, says: issueSays(issue), url: tools.url(issuePage(issue.id)) },
  },
  parts: { text: tools.text(one.content, one.seal) },
  above: [above(tools), { title: issue.title, url: tools.url(issuePage(issue.id)) }],
})
