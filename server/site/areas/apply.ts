import { applyOutcomes, outcomeGroups, outcomeWords } from '../../../core/domain/apply-outcomes.ts'
import { applyChannels, applyDays, applyStates } from '../../../core/domain/apply-states.ts'
import { actsOf } from '../../../core/domain/by-code.ts'
import { formatDate } from '../../../core/domain/time.ts'
import { visitorForm } from '../../../core/domain/visitor-forms.ts'
import { applySettings } from '../../areas/apply/settings.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaFile, AreaSite } from '../area-site.ts'
import { beginning } from '../content.ts'
import { type PlainQuery, queryView } from '../plain-query.ts'
import { among } from '../shelf.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { byIdWithDept, listName, pageName } from './lists.ts'
import { type NumberedLines, numberedRows, numberedView } from './numbered.ts'

const open = 7
const title = '依申请公开'
/** The pages that stand there whatever is public, beside the form: the guide, and that by which applicants read their own again. */
const pages = {
  guide: {
    file: { name: 'guide.html', id: -1_000_000_001 },
    title: '依申请公开指南',
    description: '怎样申请获取政府信息',
  },
  query: {
    ...{ file: { name: 'query.html', id: -1_000_000_000 }, title: '查询申请' },
    description: '凭查询码和手机号查看申请的办理情况和答复',
  },
} as const satisfies Readonly<Record<string, { file: AreaFile; title: string; description: string }>>
type Page = keyof typeof pages
const named = Object.keys(pages) as Page[]

/** Those that are public, the latest first. */
const publicOnes = ({ read }: Reader) =>
  read
    .selectFrom('apply')
    .where('state', '=', open)
    .where('deletedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')

const ordered = numberedRows('apply')

interface Line {
  readonly id: number
  readonly title: string | null
  readonly publishedAt: number | null
}
type Tools = Parameters<NonNullable<AreaSite['view']>>[1]
type List = NumberedLines<Line>
interface One extends Line {
  readonly receivedAt: number | null
  readonly answeredAt: number | null
  readonly outcome: number | null
  readonly answer: string | null
  readonly dept: string | null
}
interface Standing {
  readonly page: Page
  readonly office: Awaited<ReturnType<typeof applySettings>>
  /** For a browser without scripts. */
  readonly plain?: PlainQuery
}
/** What the page of the query shows to a browser without scripts. */
export const queryPage = {
  file: pages.query.file,
  async shown(ctx: Parameters<typeof applySettings>[0], plain: PlainQuery): Promise<Standing> {
    return { page: 'query', office: await applySettings(ctx), plain }
  },
}

const day = (at: number | null) => (at === null ? null : formatDate(at))
const lines = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')
const choices = (words: object) => Object.entries(words).map(([value, says]) => ({ value, says: String(says) }))
const above = (tools: Tools) => [{ title, url: tools.url(listName(1)) }]

const listOf = (list: List, tools: Tools) => {
  const form = { title: pages.guide.title, url: tools.url(pages.guide.file.name) }
  const words = { heading: `${title}选登`, description: '依申请公开的答复选登', none: '暂无选登的答复', form }
  const items = list.items.map(({ id, title: says, publishedAt }) => ({
    ...{ title: says ?? '', url: tools.url(pageName(id)), date: day(publishedAt) },
  }))
  return numberedView(words, { ...list, items }, tools)
}

const oneOf = (one: One, tools: Tools) => ({
  template: 'apply',
  title: one.title ?? '',
  description: beginning((one.answer ?? '').slice(0, 600), 120) || one.title || '',
  scope: {
    apply: {
      ...{ title: one.title, received: day(one.receivedAt), answered: day(one.answeredAt) },
      outcome: outcomeWords[one.outcome as keyof typeof outcomeWords] ?? '',
      ...{ answer: lines(one.answer), dept: one.dept, list: tools.url(listName(1)) },
    },
  },
  above: above(tools),
})

/** What each of the pages shows beside the ways to the others. */
const shows: Readonly<Record<Page, (standing: Standing) => object>> = {
  guide: ({ office }) => ({
    office,
    contacts: [
      { says: '地址', value: office.address },
      { says: '电话', value: office.phone },
      { says: '邮箱', value: office.email },
      { says: '时间', value: office.hours },
    ].filter(({ value }) => value !== ''),
    // 0: what is not taken in this way is not listed among the ways
    channels: Object.entries(applyChannels).flatMap(([way, one]) => (way === '0' && office.open === 0 ? [] : [one])),
    days: applyDays,
    groups: choices(outcomeGroups).map(({ value, says }) => ({
      says,
      kinds: Object.values(applyOutcomes)
        .filter(({ group }) => String(group) === value)
        .map((one) => (one.says.startsWith(says) ? one.article : `${one.says}（${one.article}）`))
        .join('；'),
    })),
    notes: lines(office.notes),
  }),
  query: () => ({
    words: JSON.stringify({ states: applyStates, outcomes: outcomeWords }),
    acts: JSON.stringify(actsOf('apply')),
  }),
}

const standingOf = (standing: Standing, tools: Tools) => {
  const { page, office, plain } = standing
  const ways = Object.fromEntries(named.map((one) => [one, tools.url(pages[one].file.name)]))
  const { title, description } = pages[page]
  const words = { template: `apply-${page}`, title, description, write: visitorForm('apply').title }
  const own = { ...ways, list: tools.url(listName(1)), closed: office.open === 0, ...shows[page](standing) }
  return { ...queryView({ plain }, words, tools.url(writeFile.name), own), above: above(tools) }
}

const unfilled = { codeId: '', image: '', requestKey: '', values: {}, wrong: {}, says: '' }

/** The form; where requests are taken on paper alone, that is said in its place. */
async function loadForm(db: Reader): Promise<WriteForm> {
  const { open: online } = await applySettings({ db: db.read })
  const done = '网上暂不受理申请，请当面或邮寄提交，见申请指南。'
  return { form: 'apply', ...(online === 0 && { filled: { ...unfilled, done } }) }
}

const formOf = (form: WriteForm, tools: Tools) => ({
  ...writeView(form, tools, [
    { title: '申请指南', url: tools.url(pages.guide.file.name) },
    { title: pages.query.title, url: tools.url(pages.query.file.name), query: true },
  ]),
  above: above(tools),
})

/** What the pages of some show, of those that are public. */
async function loadSome(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, One>> {
  const found = await publicOnes(db)
    .where(among(db.dialect, ids))
    .select(['id', 'openTitle as title', 'publishedAt', 'receivedAt', 'answeredAt', 'outcome'])
    .select(['openAnswer as answer', 'deptId'])
    .execute()
  return byIdWithDept(db, found)
}

/** The guide, the form and the look-up of requests for disclosure, and answers that the office shows. */
export const apply: AreaSite = {
  title,
  folder: 'public_apply',
  ways: [
    { no: 5, name: pages.guide.file.name, title, says: '申请获取政府信息，怎样申请见指南。' },
    { no: 6, name: pages.query.file.name, title: '依申请公开查询', says: '凭查询码和手机号查看申请的办理情况和答复。' },
  ],
  pages: () => Promise.resolve([ordered.first, pages.guide.file, writeFile, pages.query.file]),
  rows: ordered.rows(loadSome),
  texts: ordered.texts(loadSome, ({ answer }) => [answer]),
  async load(db, file) {
    const { id } = file
    if (id === writeFile.id) return loadForm(db)
    const page = named.find((one) => pages[one].file.id === id)
    if (page) return { page, office: await applySettings({ db: db.read }) } satisfies Standing
    return ordered.load(db, file)
  },
  view(shown: List | One | Standing | WriteForm, tools) {
    if ('items' in shown) return listOf(shown, tools)
    if ('form' in shown) return formOf(shown, tools)
    return 'page' in shown ? standingOf(shown, tools) : oneOf(shown, tools)
  },
  front: (_db, _at, tools) => Promise.resolve({ guide: tools.url(pages.guide.file.name) }),
}
