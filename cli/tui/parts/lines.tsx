import { Text } from 'ink'
import { memo, type ReactNode } from 'react'

/** A piece of a line and how it looks; looks only underline what words and signs say anyway. */
export interface Piece {
  readonly text: string
  readonly bold?: boolean
  readonly dim?: boolean
  readonly inverse?: boolean
  readonly color?: string
}

const alike = (a: readonly Piece[], b: readonly Piece[]) =>
  a.length === b.length &&
  a.every((one, i) => {
    const other = b[i] as Piece
    return (
      one.text === other.text &&
      one.bold === other.bold &&
      one.dim === other.dim &&
      one.inverse === other.inverse &&
      one.color === other.color
    )
  })

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  return (
    <Text wrap="truncate">
      {pieces.map(({ text, bold, dim, inverse, color }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
        <Text key={i} bold={bold ?? false} dimColor={dim ?? false} inverse={inverse ?? false} {...(color && { color })}>
          {text}
        </Text>
      ))}
    </Text>
  )
}

/** One line of the screen, already in its cells. Drawn anew only when it says something else: most lines stay from key to key. */
export const Line = memo(Pieces, ({ pieces: before }, { pieces }) => alike(before, pieces))
