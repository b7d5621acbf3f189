import { celebrityFields } from '../../../core/domain/celebrity-states.ts'
import { projectIndustries } from '../../../core/domain/industrialProject-states.ts'
import { moneyWords } from '../../../core/domain/money.ts'
import { formatDate } from '../../../core/domain/time.ts'
import { hideOwn } from '../../../core/words/hide.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaSite, AreaTools } from '../area-site.ts'
import { excerpt } from '../content.ts'
import { among } from '../shelf.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { listName, pageName } from './lists.ts'
import { type NumberedLines, numberedRows, numberedView } from './numbered.ts'

/** What the county shows of itself: products, projects, people; a list, and a page for each. */

type Name = 'product' | 'industrialProject' | 'celebrity'

/** A row as its table has it. */
interface Row {
  readonly id: number
  readonly title: string
  readonly content: string | null
  readonly updatedAt: number
  readonly [column: string]: unknown
}

interface Showcase {
  readonly name: Name
  readonly title: string
  readonly folder: string
  readonly description: string
  /** What the front page says of it, and where it stands there. */
  readonly says: string
  readonly no: number
  /** What is said of one beside its text. */
  readonly facts: (row: Row) => readonly (readonly [string, unknown])[]
  /** Visitors hand some in: by this form. */
  readonly form?: WriteForm['form']
  /** Its texts that stand there by another wording: as the columns that hold it. */
  readonly worded?: Readonly<Record<string, string>>
}

const seen = ({ read }: Pick<Reader, 'read'>, name: Name) =>
  (read as unknown as { selectFrom: (name: 'product') => ReturnType<typeof read.selectFrom<'product'>> })
    .selectFrom(name as 'product')
    .where('status', '=', 1)
    .where('deletedAt', 'is', null)

const said = (words: object, value: unknown) => (words as Readonly<Record<string, string>>)[String(value)]
const lines = (text: unknown) =>
  hideOwn(String(text ?? ''))
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
interface Line {
  readonly id: number
  readonly title: string | null
  /** Since when it stands there as it does. */
  readonly publishedAt: number | null
}

/** A row by its wording, without the columns of that. */
const asWorded = (row: Row, worded: Readonly<Record<string, string>>): Row => ({
  ...Object.fromEntries(Object.entries(row).filter(([column]) => !Object.values(worded).includes(column))),
  ...(Object.fromEntries(Object.entries(worded).map(([text, column]) => [text, row[column]])) as unknown as Row),
})

const showcaseOf = ({ name, title, folder, no, says, description, facts, form, worded = {} }: Showcase): AreaSite => {
  const above = (tools: AreaTools) => [{ title, url: tools.url(listName(1)) }]
  const ordered = numberedRows(name)
  const listOf = (shown: NumberedLines<Line>, tools: AreaTools) => {
    const items = shown.items.map((one) => ({
      ...{ title: hideOwn(one.title ?? ''), url: tools.url(pageName(one.id)), date: formatDate(one.publishedAt ?? 0) },
    }))
    const more = form && { form: { title: '我要申报', url: tools.url(writeFile.name) } }
    return numberedView({ heading: title, description, none: `暂无${title}`, ...more }, { ...shown, items }, tools)
  }
  const oneOf = ({ row }: { readonly row: Row }, tools: AreaTools) => ({
    template: 'showcase',
    title: hideOwn(row.title),
    description: excerpt(hideOwn(String(row.summary ?? row.content ?? '').slice(0, 600)), 120) || row.title,
    scope: {
      one: {
        title: hideOwn(row.title),
        image: row.image ?? null,
        facts: facts(row).flatMap(([is, value]) => (value ? [{ name: is, value: hideOwn(String(value)) }] : [])),
        ...{ summary: lines(row.summary), content: lines(row.content) },
      },
      ...{ list: tools.url(listName(1)), called: title },
    },
    above: above(tools),
  })
  /** What the pages of some show, of those that are there. */
  const loadSome = async (db: Reader, ids: readonly number[]) => {
    const rows = (await seen(db, name).selectAll().where(among(db.dialect, ids)).execute()) as unknown as Row[]
    // nobody's name or number goes into what pages are made of
    return new Map(
      rows.map(({ name: _, phone: _1, phoneHash: _2, ...open }) => {
        const row = asWorded(open as Row, worded)
        return [row.id, { id: row.id, title: hideOwn(row.title), row }]
      }),
    )
  }
  return {
    ...{ title, folder },
    ways: [{ no, name: listName(1), title, says, front: 'open' }],
    front: ordered.front,
    pages: () => Promise.resolve([ordered.first, ...(form ? [writeFile] : [])]),
    rows: ordered.rows(loadSome),
    texts: ordered.texts(loadSome, ({ row }) => [row.summary, row.content].map((text) => hideOwn(String(text ?? '')))),
    async load(db, file) {
      if (file.id === writeFile.id && form) return { form } satisfies WriteForm
      return ordered.load(db, file)
    },
    view(shown: NumberedLines<Line> | { readonly row: Row } | WriteForm, tools) {
      if ('form' in shown) return { ...writeView(shown, tools, above(tools)), above: above(tools) }
      return 'items' in shown ? listOf(shown, tools) : oneOf(shown, tools)
    },
  }
}

export const product = showcaseOf({
  ...{ name: 'product', title: '产品展示', folder: 'public_product', description: '本地企业的产品' },
  ...{ no: 12, says: '本地企业的产品。' },
  facts: (row) => [
    ['生产单位', row.company],
    ['年产值', moneyWords(row.money as number | null)],
    ['联系方式', row.contact],
  ],
})
export const industrialProject = showcaseOf({
  ...{ name: 'industrialProject', title: '工业项目', folder: 'public_project', description: '申报和在建的工业项目' },
  ...{ no: 13, says: '申报和在建的工业项目；可以申报。' },
  facts: (row) => [
    ['申报单位', row.company],
    ['行业', said(projectIndustries, row.industry)],
    ['建设地点', row.place],
    ['投资额', moneyWords(row.money as number | null)],
  ],
  form: 'industrialProject',
  worded: { title: 'openTitle', company: 'openCompany', place: 'openPlace', content: 'openContent' },
})
export const celebrity = showcaseOf({
  ...{ name: 'celebrity', title: '名人名录', folder: 'public_celebrity', description: '本地名人' },
  ...{ no: 14, says: '本地的名人。' },
  facts: (row) => [
    ['字号、别名', row.otherName],
    ['生卒年', row.years],
    ['籍贯', row.nativePlace],
    ['领域', said(celebrityFields, row.field)],
  ],
})
