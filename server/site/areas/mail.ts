import { actsOf } from '../../../core/domain/by-code.ts'
import { mailStates, mailTypes } from '../../../core/domain/mail-states.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaFile, AreaSite } from '../area-site.ts'
import { beginning } from '../content.ts'
import { type PlainQuery, queryView } from '../plain-query.ts'
import { among } from '../shelf.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { byIdWithDept, listName, pageName } from './lists.ts'
import { type NumberedLines, numberedRows, numberedView } from './numbered.ts'

const open = 6
/** The form by which visitors read again what they wrote; it stands there whatever is public. */
const queryFile: AreaFile = { name: 'query.html', id: -1_000_000_000 }

/** Those that are public, the latest first. */
const publicOnes = ({ read }: Reader) =>
  read
    .selectFrom('mail')
    .where('state', '=', open)
    .where('deletedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')

const ordered = numberedRows('mail')

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
  readonly type: number
  readonly shownName: string | null
  readonly createdAt: number
  readonly content: string | null
  readonly reply: string | null
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

const title = '领导信箱'
const titles = { write: '我要写信', query: '查询来信' } as const

const listOf = (list: List, tools: Tools) => {
  const form = { title: titles.write, url: tools.url(writeFile.name) }
  const query = { title: titles.query, url: tools.url(queryFile.name) }
  const words = { heading: title, description: '群众来信和各部门的答复', none: '暂无公开的来信', form, query }
  return numberedView(words, { ...list, items: list.items.map((one) => item(one, tools)) }, tools)
}

const paragraphs = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')

const oneOf = (one: One, tools: Tools) => ({
  template: 'mail',
  title: one.title ?? '',
  description: beginning((one.content ?? '').slice(0, 600), 120) || one.title || '',
  scope: {
    mail: {
      ...{ title: one.title, name: one.shownName, date: day(one.createdAt) },
      type: mailTypes[one.type as keyof typeof mailTypes],
      content: paragraphs(one.content),
      reply: paragraphs(one.reply),
      ...{ dept: one.dept, replied: day(one.repliedAt), list: tools.url(listName(1)) },
    },
  },
  above: [{ title, url: tools.url(listName(1)) }],
})

const above = (tools: Tools) => [{ title, url: tools.url(listName(1)) }]

const formOf = (form: WriteForm, tools: Tools) => ({
  ...writeView(form, tools, [
    { title: titles.query, url: tools.url(queryFile.name), query: true },
    { title: '看看已公开的来信', url: tools.url(listName(1)) },
  ]),
  above: above(tools),
})

const asked = {
  template: 'mail-query',
  title: titles.query,
  description: '凭查询码和手机号查看来信的办理情况和答复',
  write: titles.write,
}
const queryOf = (form: QueryForm, tools: Tools) => ({
  ...queryView(form, asked, tools.url(writeFile.name), {
    states: Object.values(mailStates).join('|'),
    acts: JSON.stringify(actsOf('mail')),
  }),
  above: above(tools),
})

/** What the pages of some letters show, of those that are public. */
async function loadSome(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, One>> {
  const found = await publicOnes(db)
    .where(among(db.dialect, ids))
    .select(['id', 'openTitle as title', 'publishedAt', 'type', 'shownName', 'createdAt'])
    .select(['openContent as content', 'openReply as reply', 'repliedAt', 'deptId'])
    .execute()
  return byIdWithDept(db, found)
}

/** What the public wrote and what was answered, as far as it is public, and the forms to write and to ask. */
export const mail: AreaSite = {
  title,
  folder: 'public_mail',
  ways: [
    { no: 1, name: listName(1), title, says: '群众来信和各部门的答复。' },
    { no: 2, name: writeFile.name, title: titles.write, says: '反映问题、提出建议，承办部门在期限内答复。' },
    { no: 3, name: queryFile.name, title: titles.query, says: '凭查询码和手机号查看办理情况和答复。' },
  ],
  pages: () => Promise.resolve([ordered.first, writeFile, queryFile]),
  rows: ordered.rows(loadSome),
  texts: {
    async standing(db) {
      const found = await publicOnes(db).select(['id', 'publishedAt', 'version']).execute()
      return found.map(({ id, publishedAt, version }) => ({ id, at: publishedAt ?? 0, stand: String(version) }))
    },
    async of(db, ids) {
      const texts = ['id', 'openTitle', 'openContent', 'openReply'] as const
      const found = await db.read
        .selectFrom('mail')
        .select(texts)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute()
      return found.map(({ id, openTitle, openContent, openReply }) => ({
        ...{ id, title: openTitle ?? '', text: `${openContent ?? ''}\n${openReply ?? ''}` },
      }))
    },
  },
  load(db, file) {
    const { id } = file
    if (id === writeFile.id) return Promise.resolve<WriteForm>({ form: 'mail' })
    if (id === queryFile.id) return Promise.resolve<QueryForm>({ query: true })
    return ordered.load(db, file)
  },
  view(shown: List | One | WriteForm | QueryForm, tools) {
    if ('items' in shown) return listOf(shown, tools)
    if ('form' in shown) return formOf(shown, tools)
    return 'query' in shown ? queryOf(shown, tools) : oneOf(shown, tools)
  },
}
