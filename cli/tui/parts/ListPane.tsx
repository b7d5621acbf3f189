import { Box, Text } from 'ink'
import { memo, type ReactNode } from 'react'
import { fitTo } from '../../output/width.ts'
import type { Item, Kind } from '../kinds/kind.ts'
import type { DeskState } from '../state/desk.ts'
import { idOf, rangeRows } from '../state/list.ts'
import { gutterText, headingText, rowText, stateText } from '../text/rows.ts'
import { Line } from './lines.tsx'

interface RowProps {
  readonly kind: Kind
  readonly row: Item
  readonly width: number
  readonly current: boolean
  readonly marked: boolean
}

/** One row: mark, state, preformatted text. Drawn anew only when one of the five changes. */
const Row = memo(function Row({ kind, row, width, current, marked }: RowProps): ReactNode {
  const state = stateText(kind, row)
  return (
    <Text wrap="truncate" inverse={current} bold={marked}>
      {gutterText(current, marked)}
      <Text color={state.colour}>{state.text}</Text>
      {rowText(kind, row, width)}
    </Text>
  )
})

function emptyText({ kind, loading, lost, list, view }: DeskState): string {
  if (lost !== null) return '等待服务器……'
  if (loading === 'first') return '正在读取……'
  if (list.word !== '') return `没有符合「${list.word}」的行，按 Esc 清除筛选`
  return `${view.query.status.length === 1 ? `没有${view.name}的${kind.noun}` : '暂无数据'}，按 R 刷新，按数字换视图`
}

interface Props {
  readonly state: DeskState
  readonly width: number
  /** Lines, the heading included. */
  readonly height: number
}

/** The window on the list: only what is seen is drawn. */
export function ListPane({ state, width, height }: Props): ReactNode {
  const { kind, list } = state
  const rows = list.shown.slice(list.top, list.top + Math.min(list.height, height - 1))
  const range = new Set(rangeRows(list))
  return (
    <Box flexDirection="column" width={width}>
      <Line pieces={[{ text: headingText(kind, width), dim: true }]} />
      {rows.length === 0 && height > 1 && <Text wrap="truncate">{fitTo(`      ${emptyText(state)}`, width)}</Text>}
      {rows.map((row, i) => (
        <Row
          key={idOf(row)}
          kind={kind}
          row={row}
          width={width}
          current={list.top + i === list.cursor}
          marked={list.marks.has(idOf(row)) || range.has(row)}
        />
      ))}
    </Box>
  )
}
