import { useNames } from '../../data/references.ts'
import { usePrinting } from '../printing.ts'
import { number } from './cells.tsx'
import type { Filter } from './types.ts'

type Values = Readonly<Record<string, string>>

/** What a filter lets through, in words; empty where it lets through everything. */
function saysOf<I>(filter: Filter<I>, values: Values, names: ReturnType<typeof useNames>): string {
  const value = values[filter.field] ?? ''
  if (filter.kind === 'dates') {
    const end = values[filter.end]
    return value || end ? `${filter.label}：${value || '不限'} 至 ${end || '不限'}` : ''
  }
  if (value === '') return ''
  const words = filter.kind === 'choice' ? filter.words : filter.kind === 'reference' ? names[filter.of] : {}
  return `${filter.label}：${words?.[value] ?? value}`
}

/** What filters narrow a list to, each in words. */
export function useNarrowing<I>(filters: readonly Filter<I>[], values: Values): string[] {
  const wanted = filters.flatMap((one) => (one.kind === 'reference' && values[one.field] ? [one.of] : []))
  const names = useNames([...new Set(wanted)])
  return filters.map((filter) => saysOf(filter, values, names)).filter(Boolean)
}

interface Props<I> {
  readonly name: string
  readonly filters: readonly Filter<I>[]
  readonly values: Values
  /** What narrows the list beside the filters. */
  readonly more: readonly string[]
  readonly total: number
  readonly page: number
  readonly size: number
}

/** On paper: which list this is, what it was narrowed by, and how much of it lies on the sheets. */
export function PaperLine<I>(props: Props<I>) {
  return usePrinting() && <Line {...props} />
}

function Line<I>({ name, filters, values, more, total, page, size }: Props<I>) {
  const narrowed = [...more.filter(Boolean), ...useNarrowing(filters, values)]
  const pages = Math.max(1, Math.ceil(total / size))
  const part = pages > 1 ? `，这里是第 ${page} 页（共 ${pages} 页，每页 ${size} 条）` : ''
  return <p className="on-paper">{`${name}（${narrowed.join('；') || '全部'}），合计 ${number(total)} 条${part}`}</p>
}
