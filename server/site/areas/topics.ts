import type { SelectQueryBuilder } from 'kysely'
import { themeGroups, themeKinds, topicPath } from '../../../core/domain/theme-groups.ts'
import { commentStatus } from '../../../core/domain/theme-moves.ts'
import type { ThemeArea } from '../../../core/domain/theme-names.ts'
import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import { themeTables } from '../../db/tables/theme.ts'
import type { Schema } from '../../db/tables.ts'
import type { AreaFile, AreaSite, AreaTools } from '../area-site.ts'
import { excerpt } from '../content.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { deptNamed, type Lines, listFiles, listName, listView, loadLines, pageName } from './lists.ts'

/** What a group of topics has on the site: those that are shown with what was answered, the form, and the look-up by code and phone. */

const folders = { theme: 'public_topic', llTheme: 'public_exchange', xaxTheme: 'public_life' } as const
const queryFile: AreaFile = { name: 'query.html', id: -1_000_000_000 }

interface Line {
  readonly id: number
  readonly title: string | null
  readonly shownAt: number | null
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
const lineColumns = ['id', 'openTitle as title', 'shownAt'] as const

export function topicSite(area: ThemeArea): AreaSite {
  const { title, noun, lookUp, write } = themeGroups[area]
  const above = (tools: AreaTools) => [{ title, url: tools.url(listName(1)) }]

  /** Those that are shown, the latest first; the tables of all groups have the same columns. */
  const shownOnes = ({ read }: Reader) =>
    (read.selectFrom(area) as unknown as SelectQueryBuilder<Schema, 'theme', object>)
      .where('state', '=', 1)
      .where('shown', '=', 1)
      .where('deletedAt', 'is', null)
      .orderBy('shownAt', 'desc')
      .orderBy('id', 'desc')

  async function answersTo({ read }: Reader, id: number): Promise<Answer[]> {
    const rows = await read
      .selectFrom(themeTables[area].replies.name as 'themeReply')
      .select(['openContent as content', 'deptId', 'createdAt'])
      .where('themeId', '=', id)
      .where('state', '=', 1)
      .orderBy('id')
      .execute()
    const answers: Answer[] = []
    for (const { content, deptId, createdAt } of rows)
      answers.push({ content, dept: await deptNamed({ read }, deptId), date: day(createdAt) })
    return answers
  }

  async function loadOne(db: Reader, id: number): Promise<One | null> {
    const found = await shownOnes(db)
      .where('id', '=', id)
      .select([...lineColumns, 'kind', 'shownName', 'createdAt', 'openContent as content'])
      .executeTakeFirst()
    return found ? { ...found, answers: await answersTo(db, id) } : null
  }

  const listOf = (list: Lines<Line>, tools: AreaTools) => {
    const form = { title: write, url: tools.url(writeFile.name) }
    const words = { heading: title, description: `${noun}和各部门的回复`, none: `暂无${noun}`, form }
    const items = list.items.map((one) => ({
      ...{ title: one.title ?? '', url: tools.url(pageName(one.id)), date: day(one.shownAt) },
    }))
    return listView(words, { ...list, items }, tools)
  }

  const oneOf = (one: One, tools: AreaTools) => ({
    ...{ template: 'topic', title: one.title ?? '', above: above(tools) },
    description: excerpt((one.content ?? '').slice(0, 600), 120) || (one.title ?? ''),
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
    async pages(db) {
      const found = await shownOnes(db).select(lineColumns).execute()
      const ones = found.map((one) => ({
        ...{ name: pageName(one.id), id: one.id },
        listed: { title: one.title ?? '', at: one.shownAt ?? 0 },
      }))
      return [...listFiles(found.length), writeFile, queryFile, ...ones]
    },
    load(db, { id }) {
      if (id === writeFile.id) return Promise.resolve<WriteForm>({ form: area })
      if (id === queryFile.id) return Promise.resolve<QueryForm>({ query: true })
      return id < 0 ? loadLines(shownOnes(db).select(lineColumns), -id) : loadOne(db, id)
    },
    view(shown: Lines<Line> | One | WriteForm | QueryForm, tools) {
      if ('items' in shown) return listOf(shown, tools)
      if ('form' in shown) return formOf(shown, tools)
      return 'query' in shown ? queryOf(tools) : oneOf(shown, tools)
    },
  }
}
