import { Splitter } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useNarrow } from './narrow.ts'
import { keep, kept } from './store.ts'
import './two-pane.css'

/** The left pane's usual width, and the least one; dropped below it, it springs back (main-console §5, Divider). */
const usualLeft = 360
const leastLeft = 150
const leastRight = 800

/** The left pane after the divider was dropped. */
export const settled = (left: number): number => (left < leastLeft ? usualLeft : Math.round(left))

interface Props {
  /** Names the kept width. */
  readonly name: string
  readonly left: ReactNode
  readonly right: ReactNode
}

/** Two panes with a divider that can be dragged; on a small screen one above the other. */
export function TwoPane({ name, left, right }: Props) {
  const narrow = useNarrow()
  const [width, setWidth] = useState(() => settled(kept<number>('divider', name) ?? usualLeft))
  const box = useRef<HTMLDivElement>(null)
  const room = () => (box.current?.clientWidth ?? window.innerWidth) - leastRight

  function drop([size]: number[]) {
    const next = settled(Math.min(size ?? usualLeft, Math.max(room(), leastLeft)))
    setWidth(next)
    keep('divider', name, next)
  }
  if (narrow)
    return (
      <>
        {left}
        {right}
      </>
    )
  return (
    <div ref={box} className="two-pane">
      <Splitter onResize={([size]) => setWidth(size ?? usualLeft)} onResizeEnd={drop}>
        <Splitter.Panel size={width} max="70%">
          {left}
        </Splitter.Panel>
        <Splitter.Panel>{right}</Splitter.Panel>
      </Splitter>
    </div>
  )
}
