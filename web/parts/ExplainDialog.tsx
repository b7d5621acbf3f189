import { Modal } from 'antd'
import type { z } from 'zod'
import type { explained } from '../../core/contract/explained.ts'
import { type CallName, useCall } from '../data/calls.ts'
import { ExplainedDays } from './ExplainedDays.tsx'
import { useFocusBack } from './focus.ts'
import { ErrorState, Loading } from './States.tsx'

interface Props {
  readonly call: CallName
  readonly from: (input: { id: string }) => Promise<z.infer<typeof explained>>
  readonly id: string
  /** What is to be known beside the days. */
  readonly says?: string | null
  readonly close: () => void
}

/** How a deadline came about, day by day. */
export default function ExplainDialog({ call, from, id, says, close }: Props) {
  const { data, error, refetch } = useCall(call, from, { id }, { fresh: true })
  useFocusBack()
  return (
    <Modal open title="答复期限的逐日说明" footer={null} onCancel={close} width={720}>
      {says && <p className="muted">{says}</p>}
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <ExplainedDays explained={data} />
      ) : (
        <Loading rows={6} />
      )}
    </Modal>
  )
}
