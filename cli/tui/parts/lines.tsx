import { Text } from 'ink'
import type { ReactNode } from 'react'

/** A piece of a line and how it looks; looks only underline what words and signs say anyway. */
export interface Piece {
  readonly text: string
  readonly bold?: boolean
  readonly dim?: boolean
  readonly inverse?: boolean
  readonly color?: string
}

/** One line of the screen, already in its cells. */
export function Line({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
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
