import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useKeys } from '../../parts/keys.ts'
import { useSettle } from '../../parts/settle.ts'
import { api, type Brief, titleOf } from './calls.ts'
import './last-act.css'

/** What was just done: its words, and to which articles. */
export interface Act {
  readonly says: string
  readonly ids: readonly string[]
}

type Titled = Pick<Brief, 'articleId' | 'title' | 'review'>

/** How many acts can be taken back, one after the other. */
const kept = 20

/** 「《甲》已发布」, or how many. */
const actSays = (rows: readonly Titled[], done: string): string =>
  rows.length === 1 && rows[0] ? `《${titleOf(rows[0])}》${done}` : `${rows.length} 篇${done}`

export const actOf = (rows: readonly Titled[], done: string): Act => ({
  says: actSays(rows, done),
  ids: rows.map(({ articleId }) => articleId),
})

interface Props<A extends Act> {
  /** The latest; none: what was done last cannot be taken back, nor what went before. */
  readonly act: A | null
  /** Told when it was taken back. */
  readonly back?: (act: A) => void
}

/** The acts of this visit that can be taken back, the latest first: each is told when the next one comes or it was undone. */
function useActs<A extends Act>(act: A | null) {
  const [seen, setSeen] = useState<A | null>(null)
  const [acts, setActs] = useState<readonly A[]>([])
  const [told, setTold] = useState<{ one: A; says: string } | null>(null)
  if (act !== seen) {
    setSeen(act)
    setActs(act ? [act, ...acts].slice(0, kept) : [])
    setTold(null)
  }
  function drop(one: A, says: string) {
    setActs((all) => all.filter((other) => other !== one))
    setTold({ one, says })
  }
  return { last: acts[0], told, drop }
}

/** 「《甲》已发布 · 已撤销」: where there is no room the title is cut, not what was done. */
function Says({ act, more }: { act: Act; more: string }) {
  const end = act.says.indexOf('》') < 0 ? 0 : act.says.lastIndexOf('》')
  return (
    <span className="last-act-says" title={`${act.says} · ${more}`}>
      <span>{act.says.slice(0, end)}</span>
      <span>{`${act.says.slice(end)} · ${more}`}</span>
    </span>
  )
}

/** The last act and its undo, then the one before it: stands above the list until the next one, since a notice that goes by itself is missed. */
export function LastAct<A extends Act>({ act, back }: Props<A>) {
  const undo = useAction(api.undo)
  const stale = useStale()
  const say = useSay()
  const { last, told, drop } = useActs(act)
  const [settling, setSettling] = useState(false)
  useSettle(settling, told?.one.says ?? '', () => setSettling(false))
  // whoever has done something else since does not press twice
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new act is what ends it
  useEffect(() => setSettling(false), [act])

  async function takeBack() {
    if (settling || undo.busy) return
    if (!last) return say.warning('没有可以撤销的操作')
    const result = await undo.run({ items: last.ids.map((articleId) => ({ articleId })) })
    if (!result) return
    const { done, failed } = result
    const why = failed[0] ? `${failed.length} 篇没有撤销：${failed[0].errorMsg}` : ''
    setSettling(true)
    drop(last, [done.length > 0 ? '已撤销' : '', why].filter(Boolean).join('，'))
    // it is in its pile again before anybody is led there
    await stale('article')
    if (done.length > 0) back?.(last)
  }
  useKeys({ undo: () => void takeBack() })
  return (
    <p className="last-act" role="status">
      {told && <Says act={told.one} more={told.says} />}
      {last && (
        <>
          <Says act={last} more="" />
          <Button type="link" size="small" loading={undo.busy} onClick={() => void takeBack()}>
            撤销 <kbd className="key">Z</kbd>
          </Button>
        </>
      )}
    </p>
  )
}
