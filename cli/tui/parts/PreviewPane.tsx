import { Box } from 'ink'
import type { ReactNode } from 'react'
import type { DeskState, Read } from '../state/desk.ts'
import { currentRow, idOf } from '../state/list.ts'
import { readLines } from '../text/read.ts'
import { sign } from '../text/status.ts'
import { fitTo } from '../text/width.ts'
import { Line } from './lines.tsx'

interface Props {
  readonly state: DeskState
  readonly width: number
  readonly height: number
}

/** The current article: from the list until its text has come. */
function articleOf({ list, preview }: DeskState): Read | null {
  const row = currentRow(list)
  if (!row) return null
  const { read } = preview
  return read && idOf(read) === idOf(row) ? read : (row as Read)
}

/** The text of the current article, beside the list or over the whole width. */
export function PreviewPane({ state, width, height }: Props): ReactNode {
  const { full, focus, scroll } = state.preview
  const edge = full ? ' ' : focus ? sign('┃', '!') : sign('│', '|')
  const inner = width - 3
  const article = articleOf(state)
  const { title, rest } = article ? readLines(article, inner) : { title: [], rest: [] }
  const room = Math.max(1, height - title.length)
  const from = Math.min(scroll, Math.max(0, rest.length - room))
  const shown = rest.slice(from, from + room)
  const below = rest.length - from - shown.length
  if (below > 0)
    shown[shown.length - 1] = `……下面还有 ${below + 1} 行${full || focus ? '（↓ PgDn）' : '（Enter 看全文）'}`
  const lines = [
    ...title.map((text) => ({ text, bold: true })),
    ...shown.map((text) => ({ text, bold: false })),
    ...Array.from({ length: Math.max(0, height - title.length - shown.length) }, () => ({ text: '', bold: false })),
  ]
  return (
    <Box flexDirection="column" width={width}>
      {lines.slice(0, height).map(({ text, bold }, i) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of text have no other name than their place
          key={i}
          pieces={[
            { text: `${edge} `, dim: !focus },
            { text: fitTo(text, inner), bold },
          ]}
        />
      ))}
    </Box>
  )
}
