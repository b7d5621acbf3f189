import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useStale } from '../../data/calls.ts'
import { useKeys } from '../../parts/keys.ts'
import { api, type Brief, titleOf } from '../article/calls.ts'
import type { Place } from './address.ts'

/** What was just done: its words, to which articles, and where they were. */
export interface Act {
  readonly says: string
  readonly ids: readonly string[]
  readonly from: Place
}

/** 「《甲》已发布」, or how many. */
export const actSays = (rows: readonly Brief[], done: string): string =>
  rows.length === 1 && rows[0] ? `《${titleOf(rows[0])}》${done}` : `${rows.length} 篇${done}`

interface Props {
  readonly act: Act | null
  /** Told when it was taken back. */
  readonly back: (to: Place) => void
}

/** The last act and its undo: stands above the pile until the next one, since a notice that goes by itself is missed. */
export function LastAct({ act, back }: Props) {
  const undo = useAction(api.undo)
  const stale = useStale()
  const [undone, setUndone] = useState<{ act: Act; says: string } | null>(null)
  const told = undone?.act === act ? undone : null

  async function takeBack() {
    if (!act || told) return
    const result = await undo.run({ items: act.ids.map((articleId) => ({ articleId })) })
    if (!result) return
    const { done, failed } = result
    const why = failed[0] ? `${failed.length} 篇没有撤销：${failed[0].errorMsg}` : ''
    setUndone({ act, says: [done.length > 0 ? '已撤销' : '', why].filter(Boolean).join('，') })
    if (done.length > 0) back(act.from)
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
