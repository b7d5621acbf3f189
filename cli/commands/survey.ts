import type { Endpoint } from '../../core/contract/endpoint.ts'
import { survey } from '../../core/contract/survey.ts'
import type { SheetColumn } from '../../core/sheet/columns.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { exportListing, outPath } from '../export/file.ts'
import { exportFormats, outFlag } from '../export/flags.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { withLock } from '../lock.ts'
import { cleanLine, givenLine } from '../output/clean.ts'
import { type Shape, writeList } from '../output/write.ts'
import { type Verb, verb } from '../verb.ts'

type Loose = Readonly<Record<string, unknown>>

/** Replies that are tables to people: their rows, and what these rows have. */
const drawn: Readonly<
  Record<string, { readonly call: Endpoint; readonly shape: Shape; rows(reply: Loose): readonly object[] }>
> = {
  stats: {
    call: survey.answerdetail,
    shape: {
      columns: [
        { field: 'question', title: '题目' },
        { field: 'answered', title: '作答（人）', right: true },
        { field: 'option', title: '选项' },
        { field: 'count', title: '选择（人）', right: true },
        { field: 'percent', title: '占作答人数（%）', right: true },
      ],
      ...{ usual: ['question', 'answered', 'option', 'count', 'percent'], idField: 'question', titleField: 'question' },
    },
    rows: ({ questions }) =>
      (questions as readonly Counted[]).flatMap(({ title, answered, options, keywords }, i): object[] => {
        const asked = { question: `${i + 1}. ${title}`, answered }
        const rows = [
          ...options.map(({ title: option, count, percent }) => ({ ...asked, option, count, percent })),
          ...keywords.map(({ word, count }) => ({ ...asked, option: `关键词：${word}`, count, percent: null })),
        ]
        return rows.length > 0 ? rows : [{ ...asked, option: null, count: null, percent: null }]
      }),
  },
  answer: {
    call: survey.recordGet,
    shape: {
      columns: [
        { field: 'title', title: '题目' },
        { field: 'says', title: '回答' },
      ],
      ...{ usual: ['title', 'says'], idField: 'title', titleField: 'title' },
    },
    rows: ({ answers }) => answers as readonly object[],
  },
}

interface Counted {
  readonly title: string
  readonly answered: number
  readonly options: readonly { readonly title: string; readonly count: number; readonly percent: number }[]
  readonly keywords: readonly { readonly word: string; readonly count: number }[]
}

/** A verb whose reply is shown as a table, but for programs and who asks for its own fields. */
function asTable(one: Verb): Verb {
  const table = drawn[one.name]
  if (!table) return one
  return {
    ...one,
    async run(ctx, given) {
      const [id] = given.args
      const plain = ctx.fields !== null || !['csv', 'table'].includes(ctx.format)
      if (plain || !/^\d{1,16}$/.test(id ?? '')) return one.run(ctx, given)
      const via = await ctx.transport()
      const reply = (await via.send(table.call, { id }, { signal: ctx.signal })) as Loose
      const { title, recordCount, surveyTitle } = reply
      ctx.note(cleanLine(`${title ?? surveyTitle}${recordCount === undefined ? '' : `：答卷 ${recordCount} 份`}`))
      await writeList(ctx, table.shape, table.rows(reply))
      return undefined
    },
  }
}

// what is exported of a survey are its answers; the list of surveys: xzx export survey
const own = (await areaVerbs('survey')).verbs.filter(({ name }) => name !== 'export').map(asTable)

const shown = own
  .filter(({ name }) => name === 'get')
  .map(
    (one): Verb => ({
      ...one,
      name: 'show',
      examples: (one.examples ?? []).map((line) => line.replace(' get ', ' show ')),
    }),
  )

interface Row {
  readonly id: string
  readonly createdAt: string | null
  readonly answers: readonly string[]
}

/** Each answer in the column of its question. */
async function* spread(rows: AsyncIterable<Row>) {
  for await (const { answers, ...row } of rows)
    yield { ...row, ...Object.fromEntries(answers.map((says, i) => [`q${i + 1}`, says])) }
}

/** All answers of a survey, a column for each question, page by page. */
async function exportAnswers(ctx: Context, id: string, out: string | undefined): Promise<void> {
  const path = outPath(ctx, out, '答卷')
  const via = await ctx.transport()
  const send = (call: object, input: object) => via.send(call as never, input, { signal: ctx.signal })
  const { title, questions } = (await send(survey.detail, { id })) as {
    title: string
    questions: readonly { readonly title: string }[]
  }
  const columns: SheetColumn[] = [
    { field: 'id', title: '答卷编号', kind: 'text', width: 10 },
    { field: 'createdAt', title: '提交时间', kind: 'time', width: 20 },
    ...questions.map(({ title: asks }, i): SheetColumn => {
      return { field: `q${i + 1}`, title: `${i + 1}. ${cleanLine(asks)}`, kind: 'text', width: 30 }
    }),
  ]
  await exportListing<Row, object>(ctx, path, {
    ...{ kind: 'survey-answers', name: `${title}的答卷`, columns, each: spread },
    listing: { call: (input) => send(survey.answers, input) as never, filters: { id }, idField: 'id' },
  })
}

/** What the contract says of surveys, and their answers as a file. */
export const verbs: readonly Verb[] = [
  ...own,
  ...shown,
  verb<{ readonly out?: string }>({
    name: 'export',
    says: '导出一份问卷的答卷，每题一列',
    args: '[编号]',
    flags: [outFlag],
    knows: [...uses.server, ...uses.output, ...uses.lock, 'all', 'limit'],
    formats: exportFormats,
    examples: ['xzx survey list --state 已结束 --format ids', 'xzx survey export 101 --out 答卷-{date}.xlsx'],
    run(ctx, { args: [id], flags }) {
      if (id === undefined) throw usage('缺少编号', '例如 xzx survey export 101 --out 答卷.xlsx')
      if (!/^\d{1,16}$/.test(id)) throw usage(`编号无效：${givenLine(id)}`, '写数字编号，见 xzx survey list')
      return withLock(ctx, `survey export ${flags.out ?? ''}`, () => exportAnswers(ctx, id, flags.out))
    },
  }),
]
