import type { Output } from '../../core/contract/endpoint.ts'
import type { log } from '../../core/contract/log.ts'
import { logKinds, logMarks, logOutcomes } from '../../core/domain/enums.ts'
import { noteArchived } from '../areas/archived-log.ts'
import { type LogFilterFlags, logFilters } from '../areas/log-filters.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { givenLine } from '../output/clean.ts'
import { type Shape, writeList, writeValue } from '../output/write.ts'

type Stats = Output<typeof log.stats>
interface Line {
  readonly key: string | null
  readonly name: string | null
  readonly n: number | null
}

export interface StatsFlags extends LogFilterFlags {
  readonly by?: string
}

const inWords = (words: Readonly<Record<string, string>>, value: string | number | null) =>
  words[String(value)] ?? String(value)

/** The sides from which the log is counted, by what is typed: what its lines are called, and what they are. */
const sides: Readonly<Record<string, { readonly title: string; readonly lines: (found: Stats) => Line[] }>> = {
  day: { title: '日期', lines: ({ days }) => days.map(({ day, n }) => ({ key: day, name: day, n })) },
  area: { title: '业务', lines: ({ areas }) => areas.map(({ area, says, n }) => ({ key: area, name: says, n })) },
  user: {
    title: '姓名',
    lines: ({ people }) => people.map(({ userAccount, userName, n }) => ({ key: userAccount, name: userName, n })),
  },
  outcome: {
    title: '结果',
    lines: ({ outcomes }) =>
      outcomes.map(({ outcome, n }) => ({ key: String(outcome), name: inWords(logOutcomes, outcome), n })),
  },
  kind: {
    title: '种类',
    lines: ({ kinds }) => kinds.map(({ kind, n }) => ({ key: String(kind), name: inWords(logKinds, kind), n })),
  },
  mark: {
    title: '需要留意',
    lines: ({ marks }) => marks.map(({ mark, n }) => ({ key: String(mark), name: inWords(logMarks, mark), n })),
  },
}

const shapeOf = (title: string): Shape => ({
  columns: [
    { field: 'key', title: '编号或代码', whole: true },
    { field: 'name', title },
    { field: 'n', title: '条数', right: true },
  ],
  usual: ['key', 'name', 'n'],
  idField: 'key',
  titleField: 'name',
})

/** Counts the log from one side; for a program that names none, from all of them. */
export async function stats(ctx: Context, { by, ...flags }: StatsFlags): Promise<void> {
  const side = sides[by ?? 'day']
  if (!side) throw usage(`--by 无效：${givenLine(by ?? '')}`, `可用 ${Object.keys(sides).join('、')}`)
  const filters = await logFilters(ctx, flags)
  const found = await (await ctx.client('log')).stats(filters as never, { signal: ctx.signal })
  ctx.note(`${found.startTime} 至 ${found.endTime}，共 ${(found.total ?? 0).toLocaleString('en-US')} 条`)
  await noteArchived(ctx, found.startTime ?? undefined)
  if (by === undefined && ctx.format === 'json') return writeValue(ctx, found)
  await writeList(ctx, shapeOf(side.title), side.lines(found))
}
