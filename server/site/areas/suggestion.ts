import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaSite } from '../area-site.ts'
import { excerpt } from '../content.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { deptNamed, type Lines, listFiles, listName, listView, loadLines, pageName } from './lists.ts'

const frontSize = 5
const open = 1

/** Those that are public, the latest first; they are shown by the wording that was made when they became so. */
const publicOnes = ({ read }: Reader) =>
  read
    .selectFrom('suggestion')
    .where('status', '=', open)
    .where('deletedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')

const lineColumns = ['id', 'openTitle', 'publishedAt'] as const

interface Line {
  readonly id: number
  readonly openTitle: string | null
  readonly publishedAt: number | null
}
type Tools = Parameters<NonNullable<AreaSite['view']>>[1]
const day = (at: number | null) => (at === null ? null : formatDate(at))
const item = ({ id, openTitle, publishedAt }: Line, { url }: Tools) => ({
  title: openTitle ?? '',
  url: url(pageName(id)),
  date: day(publishedAt),
})

type List = Lines<Line>
interface One extends Line {
  readonly shownName: string | null
  readonly createdAt: number
  readonly openContent: string | null
  readonly openReply: string | null
  readonly repliedAt: number | null
  readonly dept: string | null
}

const title = '建言选登'

const listOf = (list: List, tools: Tools) => {
  const form = { title: '我要建议', url: tools.url(writeFile.name) }
  const words = { heading: title, description: '群众的意见建议和答复', none: '暂无公开的建议', form }
  return listView(words, { ...list, items: list.items.map((one) => item(one, tools)) }, tools)
}

const paragraphs = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')

const oneOf = (one: One, tools: Tools) => ({
  template: 'suggestion',
  title: one.openTitle ?? '',
  description: excerpt((one.openContent ?? '').slice(0, 600), 120) || (one.openTitle ?? ''),
  scope: {
    suggestion: {
      title: one.openTitle ?? '',
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

const formOf = (form: WriteForm, tools: Tools) => ({
  ...writeView(form, tools, [{ title: '看看已公开的建议', url: tools.url(listName(1)) }]),
  above: [{ title, url: tools.url(listName(1)) }],
})

async function loadOne(db: Reader, id: number): Promise<One | null> {
  const found = await publicOnes(db)
    .where('suggestion.id', '=', id)
    .select([...lineColumns, 'shownName', 'createdAt', 'openContent', 'openReply', 'repliedAt', 'deptId'])
    .executeTakeFirst()
  if (!found) return null
  const { deptId, ...one } = found
  return { ...one, dept: await deptNamed(db, deptId) }
}

/** What visitors suggested and what was answered, as far as it is public. */
export const suggestion: AreaSite = {
  title,
  folder: 'public_suggest',
  ways: [{ no: 4, name: writeFile.name, title: '我要建议', says: '提出意见建议，承办部门办理后答复。' }],
  async pages(db) {
    const found = await publicOnes(db).select(lineColumns).execute()
    const ones = found.map((one) => ({
      name: pageName(one.id),
      id: one.id,
      listed: { title: one.openTitle ?? '', at: one.publishedAt ?? 0 },
    }))
    return [...listFiles(found.length), writeFile, ...ones]
  },
  load(db, { id }) {
    if (id === writeFile.id) return Promise.resolve<WriteForm>({ form: 'suggestion' })
    return id < 0 ? loadLines(publicOnes(db).select(lineColumns), -id) : loadOne(db, id)
  },
  view(shown: List | One | WriteForm, tools) {
    if ('items' in shown) return listOf(shown, tools)
    return 'form' in shown ? formOf(shown, tools) : oneOf(shown, tools)
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
