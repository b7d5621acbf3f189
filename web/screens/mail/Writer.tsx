import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import type { mail } from '../../../core/contract/mail.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { api, type Letter, places } from './calls.ts'

/** Who wrote, masked until it is asked for: that is told by the log. */
export function Writer({ row }: { readonly row: Letter }) {
  const { can } = useRights()
  const say = useSay()
  const [whole, setWhole] = useState<Output<typeof mail.reveal> | null>(null)
  const reveal = useAction(api.reveal)
  const facts: readonly Fact[] = [
    ['来信人', whole?.name ?? row.name],
    ['手机号', whole?.phone ?? row.phone],
  ]
  return (
    <>
      <FactList facts={facts} />
      {can('mail_spam') && (
        <p className="no-print">
          <Link to={places.sameAs(row.id)}>同一手机号、同一地址的来信</Link>
        </p>
      )}
      {can('mail_reveal') && !whole && (
        <p className="no-print">
          <Button
            size="small"
            loading={reveal.busy}
            onClick={() =>
              void reveal.run({ id: row.id }, (error) => say.refused(error)).then((found) => found && setWhole(found))
            }
          >
            显示姓名和手机号
          </Button>{' '}
          <small className="muted">查看会记入操作日志</small>
        </p>
      )}
    </>
  )
}
