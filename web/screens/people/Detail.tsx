import { Button, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { type people, peopleRow } from '../../../core/contract/people.ts'
import { peopleState, userStatus } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { StepList } from '../../parts/states/StepList.tsx'
import { api, nameOf, type Row, states } from './calls.ts'
import '../../parts/reason-dialog.css'
import '../log/log.css'

type Whole = Output<typeof people.reveal>

const personal = ['peopleName', 'peoplePhone', 'idNumber', 'address'] as const
const facts = ['auditReason', 'auditedAt', 'banReason', 'banEndTime', 'lastLoginAt', 'createdAt', 'updatedAt'] as const
const titleOf = (field: keyof typeof peopleRow.shape) => peopleRow.shape[field].meta()?.title ?? field

interface Props {
  readonly row: Row
  /** What may be done with them, as buttons. */
  readonly acts: React.ReactNode
  readonly close: () => void
}

/** One visitor: masked, until whoever may asks for the whole of it. Who opens it has seen them. */
export default function Detail({ row, acts, close }: Props) {
  useFocusBack()
  const { can } = useRights()
  const stale = useStale()
  const [whole, setWhole] = useState<Whole | null>(null)
  const reveal = useAction(api.reveal)
  const unread = row.read === 0 && can('people_readAudit')
  useEffect(() => {
    if (unread) void api.readAudit({ ids: [row.id] }).then(() => stale('people'))
  }, [unread, row.id, stale])
  const shown: (readonly [string, string | number | null])[] = [
    ...personal.map((field) => [titleOf(field), whole ? whole[field] : row[field]] as const),
    [titleOf('userStatus'), userStatus[row.userStatus as keyof typeof userStatus]],
    [titleOf('peopleState'), peopleState[row.peopleState as keyof typeof peopleState]],
    ...facts.map((field) => [titleOf(field), row[field]] as const),
  ]
  return (
    <Drawer open title={nameOf(row)} size="min(560px, 100vw)" onClose={close}>
      {row.photo && <img src={row.photo} alt="头像" width={120} style={{ marginBottom: 12 }} />}
      <dl className="facts">
        {shown
          .filter(([, value]) => value !== null && value !== '')
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className="presets">
        {can('people_reveal') && !whole && (
          <Button
            loading={reveal.busy}
            onClick={() => void reveal.run({ id: row.id }).then((found) => found && setWhole(found))}
          >
            查看完整信息
          </Button>
        )}
        {acts}
      </div>
      {can('people_reveal') && <p className="muted">查看完整信息会记入操作日志。</p>}
      <StepList call="people.history" from={api.history} id={row.id} {...states} heading="办理记录" />
    </Drawer>
  )
}
