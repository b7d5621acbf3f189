import { sql } from 'kysely'
import { likeThis, published } from '../../areas/questAnswer/like.ts'
import type { Reader } from '../../db/open.ts'
import { setting } from '../../settings.ts'
import type { AreaFile, AreaSite, AreaTools, RowPages } from '../area-site.ts'
import { beginning } from '../content.ts'
import { type WriteForm, writeFile, writeView } from '../visitor-form.ts'
import { listName, pageName } from './lists.ts'
import { statedRows } from './numbered.ts'

/** Pages are known by one number: answers by their own, what is said of them below zero. */
const indexFile: AreaFile = { name: listName(1), id: -1 }
const about = {
  rate: { name: (id: number) => `rate_${id}.html`, from: -1e12, form: 'questRating' },
  feedback: { name: (id: number) => `feedback_${id}.html`, from: -1e14, form: 'questFeedback' },
} as const
const ways = Object.values(about)
const shownMost = 8
const commonMost = 20

interface Answer {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly deptName: string | null
}
interface Asked {
  readonly welcome: string
  readonly common: readonly Answer[]
  /** What was asked, by who has no scripts, and what is like it. */
  readonly quest: string | null
  readonly found: readonly Answer[]
}
interface One {
  readonly answer: Answer
}
interface Said extends WriteForm {
  readonly of: Answer
}

const title = '在线问答'
type Reading = Parameters<typeof published>[0]
const answers = (db: Reading) =>
  published(db)
    .leftJoin('dept', 'dept.id', 'questAnswer.deptId')
    .select(['questAnswer.id', 'questAnswer.title', 'questAnswer.content', 'dept.name as deptName'])

/** The questions that are marked as common. */
export const commonOnes = (db: Reading): Promise<Answer[]> =>
  answers(db)
    .where('questAnswer.common', '=', 1)
    .orderBy('questAnswer.ratedCount', 'desc')
    .orderBy('questAnswer.id')
    .limit(commonMost)
    .execute()

/** What the page shows, with what is like a question where one was asked. */
export async function loadAsked({ read }: Pick<Reader, 'read'>, quest?: string): Promise<Asked> {
  return {
    ...{ welcome: await setting(read, 'questAnswer.welcome'), common: await commonOnes(read) },
    ...{ quest: quest ?? null, found: quest ? await likeThis(read, quest, shownMost) : [] },
  }
}

/** The pages of some answers: each by itself, and the forms by which visitors say something of it. */
async function pagesOf({ read }: Reader, ids: readonly number[]): Promise<{ file: AreaFile; shown: One | Said }[]> {
  const found = await answers(read)
    .where('questAnswer.id', 'in', [...ids])
    .orderBy('questAnswer.id')
    .execute()
  return found.flatMap((answer) => [
    { file: { name: pageName(answer.id), id: answer.id }, shown: { answer } },
    ...ways.map(({ name, from, form }) => ({
      file: { name: name(answer.id), id: from - answer.id },
      shown: { form, given: { answerId: String(answer.id) }, of: answer },
    })),
  ])
}

const there = sql<boolean>`status = 1 and "deletedAt" is null`
const loadSome = async (db: Reader, ids: readonly number[]) =>
  new Map((await pagesOf(db, ids)).flatMap(({ file: { id }, shown }) => (id > 0 ? [[id, shown] as const] : [])))

const besides: RowPages = {
  atOnce: 250,
  load: pagesOf,
  async names({ read }, ids) {
    const found = published(read).select('id')
    const some = ids ? found.where('id', 'in', [...ids]) : found
    return new Set((await some.execute()).flatMap(({ id }) => ways.map(({ name }) => name(id))))
  },
  had: (id) => ways.map(({ name }) => name(id)),
  rowOf: (name) => Number(/^(?:rate|feedback)_(\d{1,15})\.html$/.exec(name)?.[1] ?? 0) || null,
}

const paragraphs = (text: string) => text.split(/\n+/).filter((line) => line.trim() !== '')
const said = ({ id, title, content, deptName }: Answer, tools: AreaTools) => ({
  ...{ id, title, content: paragraphs(content), dept: deptName, url: tools.url(pageName(id)) },
})
const above = (tools: AreaTools) => [{ title, url: tools.url(indexFile.name) }]
const leads = (tools: AreaTools) => ({
  mail: tools.root('public_mail/write.html'),
  feedback: tools.url(writeFile.name),
})

const askOf = ({ welcome, common, quest, found }: Asked, tools: AreaTools) => ({
  template: 'ask',
  title,
  description: '输入问题，查找各部门的答复',
  scope: {
    ...{ welcome: paragraphs(welcome), quest, found: found.map((one) => said(one, tools)) },
    common: common.map((one) => said(one, tools)),
    ...leads(tools),
    folder: tools.url(''),
  },
})

const oneOf = ({ answer }: One, tools: AreaTools) => ({
  template: 'ask-answer',
  title: answer.title,
  description: beginning(answer.content.slice(0, 600), 120),
  scope: {
    answer: said(answer, tools),
    list: tools.url(indexFile.name),
    rate: tools.url(about.rate.name(answer.id)),
    ...{ ...leads(tools), feedback: tools.url(about.feedback.name(answer.id)) },
  },
  above: above(tools),
})

const formOf = (form: WriteForm | Said, tools: AreaTools) => ({
  ...writeView(form, tools, [
    'of' in form ? { title: '打开这条问答', url: tools.url(pageName(form.of.id)) } : (above(tools)[0] as never),
    { title: '给领导信箱写信', url: leads(tools).mail },
  ]),
  above: above(tools),
})

/** Questions that visitors ask, and what is said of the answers. */
export const questAnswer: AreaSite = {
  title,
  folder: 'public_ask',
  pages: () => Promise.resolve([indexFile, writeFile]),
  rows: { ...statedRows('questAnswer', there, 'updatedAt', loadSome), besides },
  texts: {
    async standing({ read }) {
      const found = await published(read).select(['id', 'updatedAt', 'version']).execute()
      return found.map(({ id, updatedAt, version }) => ({ id, at: updatedAt, stand: String(version) }))
    },
    async of({ read }, ids) {
      const texts = published(read).select(['id', 'title', 'content', 'keywords'])
      const found = await texts
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute()
      return found.map(({ id, title, content, keywords }) => ({ id, title, text: `${content}\n${keywords ?? ''}` }))
    },
  },
  async load(db, { id }) {
    if (id === writeFile.id) return { form: 'questFeedback' } satisfies WriteForm
    if (id === indexFile.id) return loadAsked(db)
    return null
  },
  view(shown: Asked | One | Said | WriteForm, tools) {
    if ('form' in shown) return formOf(shown, tools)
    return 'answer' in shown ? oneOf(shown, tools) : askOf(shown, tools)
  },
  async front({ read }, _at, tools) {
    const there = await published(read).select('id').limit(1).executeTakeFirst()
    return { open: there !== undefined, url: tools.url(indexFile.name) }
  },
}
