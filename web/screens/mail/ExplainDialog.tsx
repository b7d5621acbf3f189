import { Modal } from 'antd'
import { useCall } from '../../data/calls.ts'
import { ExplainedDays } from '../../parts/ExplainedDays.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'

/** How the deadline of a letter came about, day by day. */
export default function ExplainDialog({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { data, error, refetch } = useCall('mail.explain', api.explain, { id }, { fresh: true })
  useFocusBack()
  return (
    <Modal open title="答复期限的逐日说明" footer={null} onCancel={close} width={720}>
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
