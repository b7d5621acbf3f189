import { type SelectQueryBuilder, sql } from 'kysely'
import { themeGroups, themeKinds, topicPath } from '../../../core/domain/theme-groups.ts'
import { commentStatus } from '../../../core/domain/theme-moves.ts'
import type { ThemeArea } from '../../../core/domain/theme-names.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import { themeTables } from '../../db/tables/theme.ts'
import type { Schema } from '../../db/tables.ts'
import type { AreaFile, AreaSite, AreaTexts, AreaTools } from '../area-site.ts'
import { beginning } from '../content.ts'
import { among } from '../shelf.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { deptsNamed, listName, pageName } from './lists.ts'
import { type NumberedLines, numberedRows, numberedView } from './numbered.ts'

/** What a group of topics has on the site: those that are shown with what was answered, the form, and the look-up by code and phone. */

const folders = { theme: 'public_topic', llTheme: 'public_exchange', xaxTheme: 'public_life' } as const
/** Where they stand among the ways of the front page. */
const ways = { theme: 8, llTheme: 9, xaxTheme: 10 } as const
const queryFile: AreaFile = { name: 'query.html', id: -1_000_000_000 }

interface Line {
  readonly id: number
  readonly title: string | null
  readonly publishedAt: number | null
}
interface Answer {
  readonly content: string | null
  readonly dept: string | null
  readonly date: string | null
}
interface One extends Line {
  readonly kind: number
  readonly shownName: string | null
  readonly createdAt: number
  readonly content: string | null
  readonly answers: readonly Answer[]
}
interface QueryForm {
  readonly query: true
}
const day = (at: number | null) => (at === null ? null : formatDate(at))
const paragraphs = (text: string | null) => (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')

export function topicSite(area: ThemeArea): AreaSite {
  const { title, noun, lookUp, write } = themeGroups[area]
  const above = (tools: AreaTools) => [{ title, url: tools.url(listName(1)) }]

  const ordered = numberedRows(area)
  const repliesTable = themeTables[area].replies.name as 'themeReply'

  /** Those that are shown; the tables of all groups have the same columns. */
  const shownOnes = ({ read }: Reader) =>
    (read.selectFrom(area) as unknown as SelectQueryBuilder<Schema, 'theme', object>)
      .where('state', '=', 1)
      .where('shown', '=', 1)
      .where('deletedAt', 'is', null)

  /** What was answered to some, the first first. */
  async function answersTo({ read }: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, Answer[]>> {
    const rows = await read
      .selectFrom(repliesTable)
      .select(['themeId', 'openContent as content', 'deptId', 'createdAt'])
      .where('themeId', 'in', [...ids])
      .where('state', '=', 1)
      .orderBy('id')
      .execute()
    const depts = await deptsNamed(
      { read },
      rows.map(({ deptId }) => deptId),
    )
    const answers = new Map<number, Answer[]>(ids.map((id) => [id, []]))
    for (const { themeId, content, deptId, createdAt } of rows)
      answers.get(themeId)?.push({ content, dept: depts.get(deptId ?? 0) ?? null, date: day(createdAt) })
    return answers
  }

  /** What the pages of some show, of those that are shown. */
  async function loadSome(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, One>> {
    const found = await shownOnes(db)
      .where(among(db.dialect, ids))
      .select(['id', 'openTitle as title', 'shownAt as publishedAt', 'kind', 'shownName', 'createdAt'])
      .select('openContent as content')
      .execute()
    if (found.length === 0) return new Map()
    const answers = await answersTo(
      db,
      found.map(({ id }) => id),
    )
    return new Map(found.map((one) => [one.id, { ...one, answers: answers.get(one.id) ?? [] }]))
  }

  const texts: AreaTexts = {
    async standing(db) {
      const found = await shownOnes(db)
        .select(['id', 'shownAt', 'version', 'replies'])
        .select((eb) =>
          eb
            .selectFrom(`${repliesTable} as reply`)
            .whereRef('reply.themeId', '=', sql.ref(`${area}.id`))
            .where('reply.state', '=', 1)
            .select((of) => of.fn.max('reply.updatedAt').as('at'))
            .as('answered'),
        )
        .orderBy('shownAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return found.map(({ id, shownAt, version, replies, answered }) => ({
        ...{ id, at: shownAt ?? 0, stand: `${version} ${replies} ${answered ?? ''}` },
      }))
    },
    async of(db, ids) {
      const found = await loadSome(db, ids)
      return [...found.values()]
        .sort((a, b) => a.id - b.id)
        .map(({ id, title, content, answers }) => ({
          ...{ id, title: title ?? '', text: [content, ...answers.map((one) => one.content)].join('\n') },
        }))
    },
  }

  const listOf = (list: NumberedLines<Line>, tools: AreaTools) => {
    const form = { title: write, url: tools.url(writeFile.name) }
    const query = { title: lookUp, url: tools.url(queryFile.name) }
    const words = { heading: title, description: `${noun}和各部门的回复`, none: `暂无${noun}`, form, query }
    const items = list.items.map((one) => ({
      ...{ title: one.title ?? '', url: tools.url(pageName(one.id)), date: day(one.publishedAt) },
    }))
    return numberedView(words, { ...list, items }, tools)
  }

  const oneOf = (one: One, tools: AreaTools) => ({
    ...{ template: 'topic', title: one.title ?? '', above: above(tools) },
    description: beginning((one.content ?? '').slice(0, 600), 120) || (one.title ?? ''),
    scope: {
      topic: {
        ...{ title: one.title, name: one.shownName, date: day(one.createdAt), list: tools.url(listName(1)) },
        ...{ kind: themeKinds[one.kind as keyof typeof themeKinds], content: paragraphs(one.content), above: title },
        answers: one.answers.map((answer) => ({ ...answer, content: paragraphs(answer.content) })),
      },
    },
  })

  const queryOf = (tools: AreaTools) => ({
    ...{ template: 'topic-query', title: lookUp, above: above(tools) },
    description: `凭查询码和手机号查看${noun}的审核和回复`,
    scope: {
      ...{
        heading: lookUp,
        form: write,
        write: tools.url(writeFile.name),
        path: topicPath(themeGroups[area], 'webCode'),
      },
      states: Object.values(commentStatus).join('|'),
    },
  })

  const formOf = (form: WriteForm, tools: AreaTools) => ({
    ...writeView(form, tools, [
      { title: lookUp, url: tools.url(queryFile.name) },
      { title: `看看${title}`, url: tools.url(listName(1)) },
    ]),
    above: above(tools),
  })

  return {
    ...{ title, folder: folders[area] },
    ways: [
      { no: ways[area], name: listName(1), title, says: `${noun}和各部门的回复；可以${write}。`, front: 'always' },
    ],
    pages: () => Promise.resolve([ordered.first, writeFile, queryFile]),
    rows: ordered.rows(loadSome),
    texts,
    load(db, file) {
      const { id } = file
      if (id === writeFile.id) return Promise.resolve<WriteForm>({ form: area })
      if (id === queryFile.id) return Promise.resolve<QueryForm>({ query: true })
      return ordered.load(db, file)
    },
    view(shown: NumberedLines<Line> | One | WriteForm | QueryForm, tools) {
      if ('items' in shown) return listOf(shown, tools)
      if ('form' in shown) return formOf(shown, tools)
      return 'query' in shown ? queryOf(tools) : oneOf(shown, tools)
    },
  }
}
