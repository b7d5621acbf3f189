import type { Output, Parsed } from '../../../core/contract/endpoint.ts'
import { documents } from '../../../core/contract/replies.ts'
import { report as contract } from '../../../core/contract/report.ts'
import { reportAdopted, reportDraft, reportReturned } from '../../../core/domain/report-states.ts'
import { placesOf } from '../../../core/domain/statistics.ts'
import { paperDate } from '../../../core/domain/time.ts'
import { columnsFrom } from '../../../core/sheet/columns.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { report as table } from '../../db/tables/report.ts'
import { type Block, wordOf } from '../../documents/word.ts'
import { FileReply } from '../../pipeline.ts'
import { type Condition, equal, isEmpty, notEmpty, test } from '../../rows/condition.ts'
import { countBy } from '../../rows/count-by.ts'
import { namesOf } from '../../rows/list.ts'
import { sheetReply } from '../../rows/sheet.ts'
import { loadSettings } from '../../site/settings.ts'
import { handedIn } from './pieces.ts'

/** How units stand: what they handed in, what of it was adopted, and their points. */

type Search = Parsed<typeof contract.reportDeptList>
export type Ranked = Output<typeof contract.reportDeptList>[number]

/** What counts: everything that was handed in, but for what was deleted since. */
const counted = (input: Search): Condition[] => [
  isEmpty('deletedAt'),
  test('status', '!=', reportDraft),
  notEmpty('submittedAt'),
  ...equal('deptId', input.deptId),
  ...handedIn(input),
]

/** How many were handed in by each unit, within what the caller reaches. */
export async function handedInBy(ctx: Ctx, input: Search): Promise<ReadonlyMap<number, number>> {
  const found = await countBy(ctx, table, { by: ['deptId'], where: [...scopeOf(ctx, table), ...counted(input)] })
  return new Map(found.map(({ deptId, n }) => [deptId ?? 0, n]))
}

/** The units that are expected to report: those that statistics count. */
export const expected = ({ db }: Ctx) =>
  db
    .selectFrom('dept')
    .select(['id', 'name'])
    .where('state', '=', 0)
    .where('isCount', '=', 1)
    .where('type', 'in', [0, 3])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/**
 * Every unit that is expected to report or has done so, the one with the most points first; units alike share a rank. It is made to be
 * read by all of them, so it counts beyond what the caller may open, and says how much of it that is.
 */
export async function ranking(ctx: Ctx, input: Search): Promise<Ranked[]> {
  const found = await countBy(ctx, table, { by: ['deptId', 'status'], sums: ['points'], where: counted(input) })
  const reached = scopeOf(ctx, table).length === 0 ? null : await handedInBy(ctx, input)
  const byDept = Map.groupBy(found, ({ deptId }) => deptId ?? 0)
  const depts = (await expected(ctx)).filter(({ id }) => input.deptId === undefined || id === input.deptId)
  const names = await namesOf(ctx.db, 'dept', 'name', byDept.keys())
  const known = new Map([...depts.map(({ id, name }) => [id, name] as const), ...names])
  if (byDept.has(0)) known.set(0, '（无单位）')
  const lines = [...known].map(([id, deptName]) => {
    const own = byDept.get(id) ?? []
    const of = (...states: readonly number[]) =>
      own.reduce((sum, { n, status }) => sum + (states.includes(Number(status)) ? n : 0), 0)
    const points = own.reduce((sum, { sums }) => sum + (sums.points ?? 0), 0)
    const submitted = own.reduce((sum, { n }) => sum + n, 0)
    return {
      ...{ deptId: id === 0 ? null : String(id), deptName, submitted },
      ...{ waiting: of(1), adopted: of(reportAdopted), returned: of(reportReturned), points },
      inReach: reached === null ? submitted : (reached.get(id) ?? 0),
    }
  })
  lines.sort((a, b) => b.points - a.points || b.adopted - a.adopted || b.submitted - a.submitted)
  const places = placesOf(
    lines,
    (a, b) => a.points === b.points && a.adopted === b.adopted && a.submitted === b.submitted,
  )
  return lines.map((line, at) => ({ rank: places[at] as number, ...line }))
}

const columns = columnsFrom(contract.reportDeptList.output.element, [
  ...['rank', 'deptName', 'submitted', 'waiting', 'adopted', 'returned', 'points'],
])

export const rankingExcel = async (ctx: Ctx, input: Search) =>
  sheetReply(ctx, contract.rankingExcel, input, '报送排名', columns, await ranking(ctx, input))

const sumOf = (lines: readonly Ranked[], field: 'submitted' | 'adopted') =>
  lines.reduce((sum, line) => sum + (line[field] ?? 0), 0)

/** The circular about a month, for Word: what came in, who stands where, and who sent nothing. */
export async function circular(ctx: Ctx, { month }: Parsed<typeof contract.circular>): Promise<FileReply> {
  const lines = await ranking(ctx, { month })
  const site = (await loadSettings({ read: ctx.db }))['site.name']
  const [year, number] = month.split('-').map(Number)
  const title = `${year} 年 ${number} 月信息报送情况通报`
  const some = lines.filter(({ submitted }) => submitted)
  const none = lines.filter(({ submitted }) => !submitted).map(({ deptName }) => deptName ?? '')
  const text = (line: string): Block => ({ kind: 'text', text: line })
  const cells = ({ rank, deptName, submitted, adopted, returned, points }: Ranked) =>
    [rank, deptName, submitted, adopted, returned, points].map((cell) => String(cell ?? ''))
  const bytes = wordOf([
    { kind: 'title', text: title },
    text(
      `${year} 年 ${number} 月，${some.length} 个单位报送信息 ${sumOf(lines, 'submitted')} 篇，采用 ${sumOf(lines, 'adopted')} 篇，现将情况通报如下。`,
    ),
    { kind: 'heading', text: '一、报送和采用' },
    { kind: 'grid', head: ['名次', '单位', '报送', '采用', '退回', '得分'], rows: some.map(cells) },
    ...(none.length === 0
      ? []
      : [{ kind: 'heading', text: '二、没有报送的单位' } as const, text(`${none.join('、')}。`)]),
    text('报送数按最近一次报送的时间统计，退回后重新报送的计入重新报送的月份；采用数和得分以出具通报时为准。'),
    { kind: 'signed', text: site },
    { kind: 'signed', text: paperDate(ctx.now) },
  ])
  ctx.record({ result: title })
  const { type, ending } = documents.docx
  return new FileReply(type, bytes, `${month} 信息报送情况通报.${ending}`)
}
