import { memo, type ReactNode } from 'react'
import { cells } from '../../output/width.ts'
import type { DeskState } from '../state/desk.ts'
import { countIn, type View } from '../state/views.ts'
import { Line, type Piece } from './lines.tsx'

/** Views that a key leads to. */
const keyed = 9

/** How much of the bar is told: blanks after the keys, the counts of so many views, the names of all. */
interface Amount {
  /** Beside the key and the lines between the views. */
  readonly gap: string
  readonly counts: number
  readonly names: boolean
}

const amounts: readonly Amount[] = [
  { gap: ' ', counts: keyed, names: true },
  // those to the right are the ones that nobody waits for
  ...Array.from({ length: keyed + 1 }, (_, less) => ({ gap: '', counts: keyed - less, names: true })),
  { gap: '', counts: 0, names: false },
]

interface Props {
  /** What stands before the views: the kind's name, where it is not the one that one starts with. */
  readonly queue: string
  readonly views: DeskState['views']
  readonly view: DeskState['view']
  readonly counts: DeskState['counts']
  readonly columns: number
}

/** A view in brackets is the one that is on; lines stand between the others, or a count would run into the next key. */
function drawn({ queue, views, view, counts }: Props, { gap, counts: told, names }: Amount): Piece[] {
  const at = views.findIndex(({ name }) => name === view.name)
  const tabs: readonly (readonly [number, View])[] = [...views.entries()].filter(([i]) => i < keyed || i === at)
  const edge = (place: number): Piece => {
    const [before, after] = [tabs[place - 1]?.[0] === at, tabs[place]?.[0] === at]
    const line = place === 0 || place === tabs.length ? ' ' : '|'
    return { text: after ? `${gap}[` : before ? `]${gap}` : `${gap}${line}${gap}` }
  }
  const pieces = tabs.flatMap(([i, one], place): Piece[] => {
    const on = i === at
    const count = place < told ? countIn(one, counts) : null
    const key = i < keyed ? `${i + 1}${gap}` : ''
    const text = `${key}${names || on ? one.name : ''}${count === null ? '' : ` ${count}`}`
    return [edge(place), { text, bold: on, inverse: on }]
  })
  const before: Piece[] = queue === '' ? [] : [{ text: ' ' }, { text: ` ${queue} `, inverse: true, bold: true }]
  return [...before, ...pieces, edge(tabs.length)]
}

const widthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { text }) => sum + cells(text), 0)

/** The bar of views as wide as there is room for: first the counts to the right go, then all, then the names of the others. */
function viewBar(props: Props): readonly Piece[] {
  const all = amounts.map((amount) => drawn(props, amount))
  return all.find((pieces) => widthOf(pieces) <= props.columns) ?? (all.at(-1) as Piece[])
}

/** The views on the keys 1…9 with how many rows they have; the one that is on in brackets. */
export const ViewBar = memo(function ViewBar(props: Props): ReactNode {
  return <Line pieces={viewBar(props)} />
})
