import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { type Found, isSingle } from './calls.ts'

export type Option = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | AriaComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>

/** Told apart by the colour-blind, and by their lightness on grey paper (Okabe and Ito). */
const colours = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#f0e442',
  '#000000',
  '#8c6d31',
  '#7f7f7f',
]
/** So many bars are drawn; the table has all. */
export const barsMost = 20
const barHeight = 26

/** Lines of the key: as many as its words need, each of them with its sign and a gap, so that all of it stands on paper too. */
function keyLines({ parts }: Found, width: number): number {
  if (parts.length < 2) return 0
  let [lines, used] = [1, 0]
  for (const { title } of parts) {
    const own = 50 + 12 * (title ?? '').length
    if (used > 0 && used + own > width) [lines, used] = [lines + 1, 0]
    used += own
  }
  return lines
}
const keyLine = 24

/** How tall the picture is, by how wide it is. */
export const heightOf = (found: Found, width: number): number =>
  found.series ? 320 : 66 + keyLines(found, width) * keyLine + Math.min(found.lines.length, barsMost) * barHeight

const common = (found: Found): Option => ({
  color: colours,
  animation: false,
  textStyle: { fontFamily: 'sans-serif' },
  // several series have patterns as well
  aria: { enabled: true, decal: { show: found.parts.length > 1 }, label: { enabled: false } },
  // drawn, as no text becomes part of the page
  tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
})

/** A line through time, and that of the year before it. */
function trend(found: Found): Option {
  return {
    ...common(found),
    legend: { top: 0 },
    grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
    xAxis: { type: 'category', data: found.lines.map(({ name }) => name ?? '') },
    yAxis: { type: 'value', minInterval: 1 },
    series: [
      { type: 'line', name: '本期', data: found.lines.map(({ n }) => n ?? 0), symbolSize: 7, lineStyle: { width: 3 } },
      {
        ...{ type: 'line', name: '上年同期', data: found.lines.map(({ yearBefore }) => yearBefore ?? 0) },
        ...{ symbol: 'emptyTriangle', symbolSize: 8, lineStyle: { type: 'dashed' } },
      },
    ],
  }
}

const labelMost = 12
const short = (text: string) => (text.length > labelMost ? `${text.slice(0, labelMost - 1)}…` : text)

/** Bars, the largest on top; each of its states where it is told apart by them. */
function bars(found: Found, width: number): Option {
  const shown = found.lines.slice(0, barsMost)
  const single = isSingle(found)
  const plain: BarSeriesOption[] = [
    {
      ...{ type: 'bar', name: single ? '点击数' : found.title },
      data: shown.map(({ n, hits }) => (single ? hits : n) ?? 0),
      label: { show: true, position: 'right' },
    },
  ]
  const parts = found.parts.map(
    ({ title }, i): BarSeriesOption => ({
      ...{ type: 'bar', stack: 'all', name: title ?? '', data: shown.map((line) => line.parts[i] ?? 0) },
    }),
  )
  return {
    ...common(found),
    ...(parts.length > 1 && { legend: { top: 0, itemHeight: 12, itemGap: 12 } }),
    grid: { left: 8, right: 48, top: 8 + keyLines(found, width) * keyLine, bottom: 8, containLabel: true },
    xAxis: { type: 'value', minInterval: 1 },
    yAxis: { type: 'category', inverse: true, data: shown.map(({ name }) => short(name ?? '')) },
    series: parts.length > 0 ? parts : plain,
  }
}

/** What is drawn of a statistic, so wide. */
export const optionOf = (found: Found, width: number): Option => (found.series ? trend(found) : bars(found, width))
