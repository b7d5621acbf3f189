import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { CallOptions } from '../../core/client/client.ts'
import { type Right, useRights } from '../app/rights.ts'
import { useSay } from '../app/say.ts'
import { useAction } from '../data/calls.ts'
import { type Fact, FactList } from './FactList.tsx'

interface Props<W extends object> {
  readonly row: { readonly id: string }
  /** What is shown, masked or whole. */
  readonly facts: (whole: W | null) => readonly Fact[]
  readonly right: Right
  readonly reveal: (input: { id: string }, options?: CallOptions) => Promise<W>
  /** What the button shows: 「姓名和手机号」; none where nobody said who they are. */
  readonly shows: string | null
  readonly children?: ReactNode
}

/** Who sent something, masked until it is asked for: that is told by the log. */
export function Sender<W extends object>({ row, facts, right, reveal, shows, children }: Props<W>) {
  const { can } = useRights()
  const say = useSay()
  const [whole, setWhole] = useState<W | null>(null)
  const asking = useAction(reveal)
  const ask = () => asking.run({ id: row.id }, (error) => say.refused(error)).then((found) => found && setWhole(found))
  return (
    <>
      <FactList facts={facts(whole)} />
      {children}
      {shows !== null && can(right) && !whole && (
        <p className="no-print">
          <Button size="small" loading={asking.busy} onClick={() => void ask()}>
            显示{shows}
          </Button>{' '}
          <small className="muted">查看会记入操作日志</small>
        </p>
      )}
    </>
  )
}
