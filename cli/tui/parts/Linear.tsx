import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { footerOf } from '../actions.ts'
import { type DeskState, lostText, panelOf, queueName, undoText } from '../state/desk.ts'
import { currentRow, idOf } from '../state/list.ts'
import { readLines } from '../text/read.ts'
import { statusLook } from '../text/status.ts'
import { freshText } from './Bars.tsx'
import { drawDialog } from './draw-dialog.ts'
import { drawRun } from './draw-run.ts'

/** The current row in words. */
function rowWords(s: DeskState): string {
  const { kind } = s
  const row = currentRow(s.list)
  if (!row) return s.loading === 'none' ? '暂无数据' : '正在读取……'
  const marked = s.list.marks.has(idOf(row)) ? '，已勾选' : ''
  const { word } = statusLook(kind.states, kind.stateOf(row))
  const place = `第 ${s.list.cursor + 1} ${kind.unit}，共 ${s.list.total} ${kind.unit}`
  return `${place}${marked}，${word}，${row.title}${kind.byOf(row)}，编号 ${idOf(row)}`
}

/** For screen readers (INK_SCREEN_READER=true): few lines, what is current first, no columns. */
export function Linear({ state, now }: { readonly state: DeskState; readonly now: number }): ReactNode {
  const open = panelOf(state)
  const drawn = open && ('kind' in open ? drawDialog(open, 200, 40) : drawRun(open, 200, 40, now))
  const row = currentRow(state.list)
  const text = state.preview.full && row ? readLines(state.kind, state.preview.read ?? row, 200).rest : []
  // a count of seconds would be read out again and again
  const note = state.lost
    ? lostText({ ...state.lost, left: 0 })
    : (state.notice?.text ?? [undoText(state), freshText(state)].filter(Boolean).join('，'))
  const panelText = drawn?.lines.map((pieces) => pieces.map((piece) => piece.text.trim()).join(' ')).filter(Boolean)
  return (
    <Box flexDirection="column">
      <Text>{`${queueName(state)}${state.view.name}，${state.list.total} ${state.kind.unit}`}</Text>
      {note !== '' && <Text>{note}</Text>}
      <Box aria-role="listitem" aria-state={{ selected: true }}>
        <Text>{rowWords(state)}</Text>
      </Box>
      {text.length > 0 && <Text>{text.filter(Boolean).join('\n')}</Text>}
      {panelText && <Text>{panelText.join('\n')}</Text>}
      <Text>
        {footerOf(state)
          .map(([press, says]) => `${press} ${says}`)
          .join('，')}
      </Text>
    </Box>
  )
}
