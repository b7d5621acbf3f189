import { Box } from 'ink'
import type { ReactNode } from 'react'
import { fitTo } from '../../output/width.ts'
import type { DeskState } from '../state/desk.ts'
import { edges, readLines, recordOf, windowOn } from '../text/read.ts'
import { sign } from '../text/status.ts'
import { Line } from './lines.tsx'

interface Props {
  readonly state: DeskState
  readonly width: number
  readonly height: number
}

/** The current record, beside the list or over the whole width. */
export function PreviewPane({ state, width, height }: Props): ReactNode {
  const { full, focus, scroll } = state.preview
  const edge = full ? ' ' : focus ? sign('┃', '!') : sign('│', '|')
  const inner = width - edges
  const { title, rest } = readLines(state.kind, recordOf(state), inner)
  const { room, last } = windowOn(title, rest, height)
  const from = Math.min(scroll, last)
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
