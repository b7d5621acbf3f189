import { srcsetOf } from '../../../core/domain/images.ts'
import { safeLink } from '../../../core/domain/links.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { AreaTools } from '../area-site.ts'
import type { SiteFile } from '../article-files.ts'
import { excerpt } from '../content.ts'
import { fileLine } from './attached.ts'
import { type Lines, listName } from './lists.ts'
import { type Issue, issuePage, monthOf, monthPage, pathOf, type Shown } from './periodical-read.ts'
import { leads } from './sections.ts'

/** How the pages of periodicals look: what their templates get. */

export const title = '期刊'

/** A list of issues, of all or of one month. */
export interface List extends Lines<Issue> {
  readonly month: string | null
  readonly months: readonly string[]
}
export interface OnePage {
  readonly id: number
  readonly title: string
  readonly sortType: number
  readonly articles: readonly Shown[]
}
export interface OneIssue extends Issue {
  readonly kind: 'issue'
  readonly cover: string | null
  readonly summary: string | null
  readonly pages: readonly OnePage[]
  readonly files: readonly SiteFile[]
}
export interface OneText {
  readonly kind: 'text'
  readonly title: string
  readonly author: string | null
  readonly page: string
  readonly content: string
  readonly seal: string | null
  readonly issue: Issue
}

const above = ({ url }: AreaTools) => ({ title, url: url(listName(1)) })
const monthSays = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`
const issueSays = ({ number }: Issue) => (number === null ? null : `第 ${number} 期`)

export const lineOf = (issue: Issue, { url }: AreaTools) => ({
  ...{ title: issue.title, url: url(issuePage(issue.id)), date: formatDate(issue.publishedOn), says: issueSays(issue) },
})

export function listOf({ number, count, total, items, month, months }: List, tools: AreaTools) {
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(listName(n)) : null)
  const heading = month === null ? title : `${monthSays(month)}期刊`
  return {
    template: 'periodical-list',
    title: number === 1 ? heading : `${heading}（第 ${number} 页）`,
    description: month === null ? '已发布的各期期刊，按月份查看' : `${monthSays(month)}出版的各期期刊`,
    scope: {
      ...{ heading, total, items: items.map((one) => lineOf(one, tools)) },
      months: months.map((one) => ({ title: monthSays(one), url: tools.url(monthPage(one)), current: one === month })),
      pager: { number, count, previous: at(number - 1), next: at(number + 1) },
    },
    ...(month !== null && { above: [above(tools)] }),
  }
}

const articleOf = (one: Shown, { root }: AreaTools) => ({
  ...{ title: one.title, author: one.author, video: one.newsType === 2, validity: one.validity },
  ...leads(one.jump, root(pathOf(one))),
  pictures: one.pictures.map((src) => ({ src, srcset: srcsetOf(src) })),
})

export function issueOf(shown: OneIssue, tools: AreaTools) {
  const cover = safeLink(shown.cover)
  const total = shown.pages.reduce((sum, { articles }) => sum + articles.length, 0)
  const month = monthOf(shown)
  return {
    template: 'periodical',
    title: shown.title,
    description: shown.summary?.trim() || `${shown.title}，${shown.pages.length} 个版面，共 ${total} 篇`,
    scope: {
      issue: {
        ...{ ...lineOf(shown, tools), summary: shown.summary, total },
        ...{ cover, srcset: cover && srcsetOf(cover) },
      },
      // a page on which nothing stands is not finished, or its articles have left the site
      pages: shown.pages
        .filter(({ articles }) => articles.length > 0)
        .map((page) => ({
          ...{ anchor: `page-${page.id}`, title: page.title, across: page.sortType === 1 },
          articles: page.articles.map((one) => articleOf(one, tools)),
        })),
      files: shown.files.map((file) => fileLine(shown.id, file, tools.url)),
      ...{ list: tools.url(monthPage(month)), month: monthSays(month) },
    },
    above: [above(tools), { title: monthSays(month), url: tools.url(monthPage(month)) }],
  }
}

export const textOf = ({ issue, ...one }: OneText, tools: AreaTools) => ({
  template: 'periodical-text',
  title: one.title,
  description: excerpt(one.content.slice(0, 600), 120) || one.title,
  scope: {
    text: { title: one.title, author: one.author, page: one.page },
    issue: lineOf(issue, tools),
  },
  parts: { text: tools.text(one.content, one.seal) },
  above: [above(tools), { title: issue.title, url: tools.url(issuePage(issue.id)) }],
})
