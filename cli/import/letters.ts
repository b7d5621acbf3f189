import type { Input, Output } from '../../core/contract/endpoint.ts'
import {
  importedLongest,
  importMarks,
  importMost,
  type LetterColumn,
  letterColumns,
} from '../../core/contract/mail/import.ts'
import { mailWhole } from '../../core/contract/mail/rows.ts'
import type { mail } from '../../core/contract/mail.ts'
import { ApiError } from '../../core/errors.ts'
import { exitOfBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { staySmall } from '../memory.ts'
import { columnsOf } from '../output/columns.ts'
import { progress } from '../output/progress.ts'
import type { Heads } from './headings.ts'
import type { Line } from './lines.ts'
import { openReport, type Report, type RowResult } from './report.ts'
import type { Source } from './sources.ts'
import { cleaned } from './text.ts'

type Item = Input<typeof mail.importMany>['items'][number]

const fields = Object.keys(letterColumns) as LetterColumn[]
const isField = (name: string): name is LetterColumn => Object.hasOwn(letterColumns, name)
/** What other systems call the fields of a line. */
const fieldOf = new Map<string, LetterColumn>(
  fields.flatMap((field) =>
    [field, letterColumns[field].title, ...letterColumns[field].also].map((name) => [name.toLowerCase(), field]),
  ),
)

/** What is known of letters as rows of a table. */
export const letterHeads: Heads = {
  names: fieldOf,
  titleOf: (field) => (isField(field) ? letterColumns[field].title : field),
  wordsOf: () => undefined,
  needed: (['title', 'content', 'time'] as const).map((field) => ({
    any: [field],
    says: `的第 1 行没有「${letterColumns[field].title}」一列`,
    hint: '第 1 行应为表头',
  })),
  // what an export of letters has besides
  notTaken: new Set(columnsOf(mailWhole).flatMap(({ field, title }) => [field, title])),
  marks: importMarks,
  ours: { heading: '编号', beside: '版本', field: 'id' },
  yields: new Set(['是否公开']),
  kinds: ['jsonl', 'csv', 'xlsx'],
  unit: '封',
  command: 'xzx mail import',
}

const unusedMax = 100
/** A cell of any length is sent no further than what tells that it is too long. */
const sentMax = importedLongest + 1

/** A line as the server takes it, or why it is none. */
function itemOf({ row, text, fault }: Line, unused: Set<string>): Item | string {
  if (fault) return `无法读取这一行：${fault}`
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return '无法读取这一行：不是有效的 JSON'
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return '无法读取这一行：应为 JSON 对象'
  const item: Record<string, string> = {}
  for (const [name, given] of Object.entries(value)) {
    const field = fieldOf.get(name.toLowerCase())
    if (field === undefined) {
      if (unused.size < unusedMax) unused.add(name)
      continue
    }
    if (given === null || given === '') continue
    if (typeof given !== 'string' && typeof given !== 'number')
      return `${letterColumns[field].title}（${field}）：应为文本`
    const plain = cleaned(String(given)).text.trim()
    if (plain !== '' && item[field] === undefined) item[field] = plain.slice(0, sentMax * 2)
  }
  return { row, ...item } as Item
}

const failed = (row: number, title: string, errorMsg: string): RowResult => ({
  ...{ row, status: 'failed', id: null, title, errorCode: 'BAD_INPUT', errorMsg },
})

/** A line, and the letter that it is, or why it is none. */
interface Waiting {
  readonly line: Line
  readonly item: Item | string
}

type Answer = Output<typeof mail.importMany>['rows'][number]

/** What became of a letter, as the report has it. */
function resultOf({ row, fate, id, title, code, says, marks, dept }: Answer): RowResult {
  const at = Number(row)
  if (fate === 'failed') return failed(at, title ?? '', says ?? '')
  const base = { row: at, id, title: title ?? '', ...(code && { code }) }
  return fate === 'skipped'
    ? { ...base, status: 'skipped', errorCode: 'CONFLICT', errorMsg: says ?? '' }
    : {
        ...{ ...base, status: 'saved', errorCode: '', errorMsg: '' },
        ...(says && { remark: says }),
        ...(marks.length > 0 && { marks }),
        ...(dept !== null && { lost: dept }),
      }
}

/**
 * Sends some letters, and reports what became of each line, in their order.
 * @returns how many of them can be looked up by a code
 * @throws ApiError
 */
async function sendSome(ctx: Context, some: readonly Waiting[], report: Report): Promise<number> {
  const items = some.flatMap(({ item }) => (typeof item === 'string' ? [] : [item]))
  const { importMany } = await ctx.client('mail')
  const { rows } = items.length > 0 ? await importMany({ items }, { signal: ctx.signal }) : { rows: [] }
  const byRow = new Map(rows.map((one) => [Number(one.row), one]))
  for (const { line, item } of some) {
    const answer = byRow.get(line.row)
    if (typeof item === 'string') await report.add(line, failed(line.row, '', item))
    else if (answer) await report.add(line, resultOf(answer))
  }
  return rows.filter(({ code }) => code !== null).length
}

/** Letters whose texts are long are sent with fewer beside them. */
const lengthMax = 1_000_000

/** The lines by as many as one call takes. */
async function* batches(lines: AsyncIterable<Line>, unused: Set<string>): AsyncGenerator<Waiting[]> {
  let some: Waiting[] = []
  let length = 0
  for await (const line of lines) {
    some.push({ line, item: itemOf(line, unused) })
    length += line.text.length
    if (some.length < importMost && length < lengthMax) continue
    yield some
    some = []
    length = 0
  }
  if (some.length > 0) yield some
}

/**
 * Imports letters of before, many at a time; what was imported once is passed over, so that the same file may be sent again.
 * @returns the exit code
 * @throws what cut the run off, after telling what was done
 */
export async function importLetters(ctx: Context, source: Source, file: string, reportPath: string | undefined) {
  staySmall()
  const report = await openReport(ctx, reportPath, file, letterHeads)
  const shown = await progress(ctx, '正在导入', source.total)
  let cut: unknown = null
  let coded = 0
  try {
    for await (const some of batches(source.lines(), source.unused)) {
      if (cut !== null || ctx.signal.aborted) {
        for (const { line } of some) await report.leave(line)
        continue
      }
      try {
        coded += await sendSome(ctx, some, report)
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        cut = thrown
        for (const { line } of some) await report.leave(line)
      }
      shown.at(report.finished, report.failed.length > 0 ? `失败 ${report.failed.length}` : '')
    }
  } catch (thrown) {
    shown.end()
    await report.drop()
    throw thrown
  }
  shown.end()
  await report.tell([...source.unused], source.stdin && ctx.signal.aborted)
  // who imported them is told once more
  if (coded > 0 && reportPath === undefined && !ctx.flags.dryRun)
    ctx.note(`${coded} 封有查询码，没有写出；要交给来信人的，加 --report 文件 再导入一次，不会重复新增`)
  if (cut !== null) throw cut
  return exitOfBulk(report.finished - report.failed.length, report.failed.length)
}
