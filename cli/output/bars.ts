import type { Output } from '../../core/contract/endpoint.ts'
import type { stats } from '../../core/contract/stats.ts'
import { growthSays } from '../../core/domain/statistics.ts'
import { cleanLine } from './clean.ts'
import { cells, fitTo } from './width.ts'

/** Bars in a terminal, to an eighth of a cell. */

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const
const barMost = 60
const nameMost = 24
const line = (room: number, length: number): string => {
  const parts = Math.round(length * room * 8)
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8]
}

/** A statistic as bars: name, bar, number, and how much more that is than in the period before. */
export function barsOf(found: Output<typeof stats.count>, columns: number): string {
  const single = found.by === '文章'
  const values = found.lines.map(({ name, n, hits, before }) => {
    const value = (single ? hits : n) ?? 0
    const more = before === null ? '' : `（${growthSays(value, before)}）`
    return { name: cleanLine(name ?? ''), value, says: `${value.toLocaleString('en-US')}${more}` }
  })
  if (values.length === 0) return '暂无数据\n'
  const named = Math.min(nameMost, Math.max(...values.map(({ name }) => cells(name))))
  const told = Math.max(...values.map(({ says }) => cells(says)))
  const room = Math.max(4, Math.min(barMost, Math.floor((columns - named - told - 2) / cells('█'))))
  const most = Math.max(1, ...values.map(({ value }) => value))
  return values
    .map(({ name, value, says }) => {
      // what is there at all is seen
      const bar = line(room, value / most) || (value > 0 ? eighths[1] : '')
      return `${fitTo(name, named)} ${bar} ${says}\n`
    })
    .join('')
}
