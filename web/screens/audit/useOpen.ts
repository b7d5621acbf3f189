import { useEffect, useState } from 'react'
import type { Brief } from '../article/calls.ts'

/** The article that was read last, where it stood, and in which pile. */
export interface Open {
  readonly pile: string
  readonly row: Brief
  readonly at: number
}

/** What the audit remembers of it while piles and columns change around it. */
export function useOpen(pile: string) {
  const [open, setOpen] = useState<Open | null>(null)
  return {
    open: open?.pile === pile ? open : null,
    see: (row: Brief, at: number) => setOpen({ pile, row, at }),
    forget: () => setOpen(null),
  }
}
export type Opened = ReturnType<typeof useOpen>

interface Pile {
  readonly rows: readonly Brief[]
  /** The article that was asked for; '': none by name. */
  readonly articleId: string
  /** Beside the list something is always read: the one that is open, or the first. */
  readonly beside: boolean
  /** What is being done or read anew may change what is in the pile. */
  readonly waiting: boolean
  /** Whether we took it from the pile ourselves. */
  readonly ours: (articleId: string) => boolean
  /** Where the one that was asked for stood, if it is no longer here by our own doing: what stands there now is read. */
  readonly stood: number
}

interface Current {
  readonly current: Brief | undefined
  readonly at: number
  /** The article that somebody else took away from under the reader. */
  readonly lost?: string
}

/** The article that is read. Never another one in its place because somebody else took it away. */
export function useCurrent({ open, see }: Opened, { rows, articleId, beside, waiting, ours, stood }: Pile): Current {
  const named = articleId || (beside && open?.row.articleId) || ''
  const was = open?.row.articleId === named ? open : null
  const at = rows.findIndex((row) => row.articleId === named)
  const here = rows[at]
  const missing = !here && named !== '' && (was !== null || !ours(named))
  const next = named === '' ? 0 : Math.min(stood, rows.length - 1)
  const current = here ?? (missing ? (waiting ? was?.row : undefined) : rows[next])
  const stands = Math.max(0, here ? at : missing ? (was?.at ?? 0) : next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is remembered when it changes
  useEffect(() => {
    if (current && (named !== '' || beside)) see(current, stands)
  }, [current, stands, named])
  return { current, at: stands, ...(missing && !waiting && { lost: named }) }
}
