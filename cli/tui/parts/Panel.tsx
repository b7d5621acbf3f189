import { Box, useCursor } from 'ink'
import type { ReactNode } from 'react'
import { type DeskState, panelOf } from '../state/desk.ts'
import { drawDialog } from './draw-dialog.ts'
import { drawRun } from './draw-run.ts'
import { Line } from './lines.tsx'

interface Props {
  readonly state: DeskState
  readonly height: number
  /** The screen's line on which the panel begins. */
  readonly top: number
  readonly now: number
}

/** What is open above the footer: a question, a form, a choice, the help, or a bulk run. */
export function Panel({ state, height, top, now }: Props): ReactNode {
  const { setCursorPosition } = useCursor()
  const open = panelOf(state)
  const { columns } = state.size
  const drawn = open && ('kind' in open ? drawDialog(open, columns, height) : drawRun(open, columns, height, now))
  const cursor = drawn?.cursor ?? null
  setCursorPosition(cursor ? { x: cursor.x, y: top + cursor.y } : undefined)
  if (!drawn) return null
  return (
    <Box flexDirection="column" height={height}>
      {drawn.lines.slice(0, height).map((pieces, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
        <Line key={i} pieces={pieces} />
      ))}
    </Box>
  )
}
