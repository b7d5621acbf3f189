import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useStale } from '../../data/calls.ts'
import { useKeys } from '../../parts/keys.ts'
import { api, type Brief, titleOf } from './calls.ts'
import './last-act.css'

/** What was just done: its words, and to which articles. */
export interface Act {
  readonly says: string
  readonly ids: readonly string[]
}

type Titled = Pick<Brief, 'articleId' | 'title' | 'review'>

/** 「《甲》已发布」, or how many. */
const actSays = (rows: readonly Titled[], done: string): string =>
  rows.length === 1 && rows[0] ? `《${titleOf(rows[0])}》${done}` : `${rows.length} 篇${done}`

export const actOf = (rows: readonly Titled[], done: string): Act => ({
  says: actSays(rows, done),
  ids: rows.map(({ articleId }) => articleId),
})

interface Props<A extends Act> {
  readonly act: A | null
  /** Told when it was taken back. */
  readonly back?: (act: A) => void
}

/** The last act and its undo: stands above the list until the next one, since a notice that goes by itself is missed. */
export function LastAct<A extends Act>({ act, back }: Props<A>) {
  const undo = useAction(api.undo)
  const stale = useStale()
  const [undone, setUndone] = useState<{ act: A; says: string } | null>(null)
  const told = undone?.act === act ? undone : null

  async function takeBack() {
    if (!act || told) return
    const result = await undo.run({ items: act.ids.map((articleId) => ({ articleId })) })
    if (!result) return
    const { done, failed } = result
    const why = failed[0] ? `${failed.length} 篇没有撤销：${failed[0].errorMsg}` : ''
    setUndone({ act, says: [done.length > 0 ? '已撤销' : '', why].filter(Boolean).join('，') })
    if (done.length > 0) back?.(act)
    await stale('article')
  }
  useKeys({ ...(act && !told && { undo: () => void takeBack() }) })
  return (
    <p className="last-act" role="status">
      {act && (
        <>
          {act.says} ·{' '}
          {told ? (
            told.says
          ) : (
            <Button type="link" size="small" loading={undo.busy} onClick={() => void takeBack()}>
              撤销 <kbd className="key">Z</kbd>
            </Button>
          )}
        </>
      )}
    </p>
  )
}
