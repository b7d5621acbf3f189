import { suggestionStates } from '../../../core/domain/suggestion-states.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaFile, AreaSite } from '../area-site.ts'
import { beginning } from '../content.ts'
import { type PlainQuery, queryView } from '../plain-query.ts'
import { among } from '../shelf.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { byIdWithDept, listName, pageName } from './lists.ts'
import { type NumberedLines, numberedRows, numberedView } from './numbered.ts'

const frontSize = 5
const open = 1
/** The form by which visitors read again what they wrote; it stands there whatever is public. */
const queryFile: AreaFile = { name: 'query.html', id: -1_000_000_000 }

/** Those that are public, the latest first; they are shown by the wording that was made when they became so. */
const publicOnes = ({ read }: Reader) =>
  read
    .selectFrom('suggestion')
    .where('status', '=', open)
    .where('deletedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')

const ordered = numberedRows('suggestion')
const lineColumns = ['id', 'openTitle as title', 'publishedAt'] as const

interface Line {
  readonly id: number
  readonly title: string | null
  readonly publishedAt: number | null
}
type Tools = Parameters<NonNullable<AreaSite['view']>>[1]
const day = (at: number | null) => (at === null ? null : formatDate(at))
const item = ({ id, title, publishedAt }: Line, { url }: Tools) => ({
  title: title ?? '',
  url: url(pageName(id)),
  date: day(publishedAt),
})

type List = NumberedLines<Line>
interface One extends Line {
  readonly shownName: string | null
  readonly createdAt: number
  readonly openContent: string | null
  readonly openReply: string | null
  readonly repliedAt: number | null
  readonly dept: string | null
}

interface QueryForm {
  readonly query: true
  /** For a browser without scripts. */
  readonly plain?: PlainQuery
}
/** What the page of the query shows to a browser without scripts. */
export const queryPage = {
  file: queryFile,
  shown: (_ctx: unknown, plain: PlainQuery): Promise<QueryForm> => Promise.resolve({ query: true, plain }),
}

const title = '建言选登'
const titles = { write: '我要建议', query: '查询建议' } as const

const listOf = (list: List, tools: Tools) => {
  const form = { title: titles.write, url: tools.url(writeFile.name) }
  const query = { title: titles.query, url: tools.url(queryFile.name) }
  const words = { heading: title, description: '群众的意见建议和答复', none: '暂无公开的建议', form, query }
  return numberedView(words, { ...list, items: list.items.map((one) => item(one, tools)) }, tools)
}

const paragraphs = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')

const oneOf = (one: One, tools: Tools) => ({
  template: 'suggestion',
  title: one.title ?? '',
  description: beginning((one.openContent ?? '').slice(0, 600), 120) || (one.title ?? ''),
  scope: {
    suggestion: {
      title: one.title ?? '',
      name: one.shownName,
      date: day(one.createdAt),
      content: paragraphs(one.openContent),
      reply: paragraphs(one.openReply),
      dept: one.dept,
      replied: day(one.repliedAt),
      list: tools.url(listName(1)),
    },
  },
  above: [{ title, url: tools.url(listName(1)) }],
})

const above = (tools: Tools) => [{ title, url: tools.url(listName(1)) }]

const formOf = (form: WriteForm, tools: Tools) => ({
  ...writeView(form, tools, [
    { title: titles.query, url: tools.url(queryFile.name), query: true },
    { title: '看看已公开的建议', url: tools.url(listName(1)) },
  ]),
  above: above(tools),
})

const asked = {
  template: 'suggestion-query',
  title: titles.query,
  description: '凭查询码和手机号查看建议的办理情况和答复',
  write: titles.write,
}
const queryOf = (form: QueryForm, tools: Tools) => ({
  ...queryView(form, asked, tools.url(writeFile.name), { states: Object.values(suggestionStates).join('|') }),
  above: above(tools),
})

/** What the pages of some show, of those that are public. */
async function loadSome(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, One>> {
  const found = await publicOnes(db)
    .where(among(db.dialect, ids))
    .select([...lineColumns, 'shownName', 'createdAt', 'openContent', 'openReply', 'repliedAt', 'deptId'])
    .execute()
  return byIdWithDept(db, found)
}

/** What visitors suggested and what was answered, as far as it is public. */
export const suggestion: AreaSite = {
  title,
  folder: 'public_suggest',
  ways: [{ no: 4, name: writeFile.name, title: titles.write, says: '提出意见建议，承办部门办理后答复。' }],
  pages: () => Promise.resolve([ordered.first, writeFile, queryFile]),
  rows: ordered.rows(loadSome),
  texts: ordered.texts(loadSome, ({ openContent, openReply }) => [openContent, openReply]),
  load(db, file) {
    if (file.id === writeFile.id) return Promise.resolve<WriteForm>({ form: 'suggestion' })
    if (file.id === queryFile.id) return Promise.resolve<QueryForm>({ query: true })
    return ordered.load(db, file)
  },
  view(shown: List | One | WriteForm | QueryForm, tools) {
    if ('items' in shown) return listOf(shown, tools)
    if ('form' in shown) return formOf(shown, tools)
    return 'query' in shown ? queryOf(shown, tools) : oneOf(shown, tools)
  },
  async front(db, _at, tools) {
    const found = await publicOnes(db).select(lineColumns).limit(frontSize).execute()
    return {
      items: found.map((one) => item(one, tools)),
      url: tools.url(listName(1)),
      form: tools.url(writeFile.name),
    }
  },
}
