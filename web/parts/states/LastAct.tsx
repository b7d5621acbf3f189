import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../confirm.tsx'
import { useKeys } from '../keys.ts'
import { useSettle } from '../settle.ts'
import { type Act, type Acts, type Done, isPast } from './acts.ts'
import './last-act.css'

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

interface Props {
  readonly acts: Acts
  /** The call that takes back. */
  readonly undo: (ids: readonly string[], options?: CallOptions) => Promise<BulkResult>
  /** Rows as the screen knows them now: what somebody has changed since is not offered to be taken back. */
  readonly now?: readonly Done[] | undefined
  /** Told when one was taken back. */
  readonly back?: (act: Act) => void
}

/** The last act and its undo, then the one before it: stands above the list until the next one, since a notice that goes by itself is missed. */
export function LastAct({ acts, undo: call, now, back }: Props) {
  const { area, unit, question, last, told, drop, forget, onMind } = acts
  const undo = useAction(call)
  const stale = useStale()
  const say = useSay()
  const confirm = useConfirm()
  const [settled, setSettled] = useState(told)
  // whoever has done something else since does not press twice
  const settling = told !== null && settled !== told
  useSettle(settling, told?.act.says, () => setSettled(told))

  const past = last !== undefined && now !== undefined && !undo.busy && isPast(last, now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each act that is past
  useEffect(() => {
    if (past) forget(last, '此后又有别的操作，不能再撤销')
  }, [past, last])

  async function takeBack() {
    if (settling || undo.busy) return
    if (!last) return say.warning('没有可以撤销的操作')
    const result = await undo.run(last.rows.map(({ id }) => id))
    if (!result) return
    const { done, failed } = result
    const why = failed[0] ? `${failed.length} ${unit}没有撤销：${failed[0].errorMsg}` : ''
    drop(last, [done.length > 0 ? '已撤销' : '', why].filter(Boolean).join('，'))
    // it is in its pile again before anybody is led there
    await stale(area)
    if (done.length > 0) back?.(last)
  }
  async function byKey() {
    if (!last || settling || onMind(last) || (await confirm(question(last)))) await takeBack()
  }
  useKeys({ undo: () => void byKey() })
  return (
    <p className="last-act no-print" role="status">
      {told && <Says act={told.act} more={told.says} />}
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
