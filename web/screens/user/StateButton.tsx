import { useState } from 'react'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { api, isStopped, nameOf, type Row, stopping } from './calls.ts'

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))

/** Stops somebody, with the reason for the log, or lets them in again. */
export function StateButton({ row }: { row: Row }) {
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const [asking, setAsking] = useState(false)
  const turn = useAction(api.setState)
  const stopped = isStopped(row)
  const label = stopped ? '启用' : '停用'

  async function set(reason: string | null) {
    const done = await turn.run({ ids: [row.id], state: stopped ? 0 : 1, reason }, say.refused)
    setAsking(false)
    const [failed] = done?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    else if (done) say.success(`已${label} ${nameOf(row)}`)
    await stale('user', 'dept')
  }
  async function press() {
    if (!stopped) return setAsking(true)
    if (await confirm({ text: `启用 ${nameOf(row)}？启用后即可登录。`, ok: label })) await set(null)
  }
  return (
    <>
      <button type="button" onClick={() => void press()} aria-label={`${label} ${nameOf(row)}`}>
        {label}
      </button>
      {asking && (
        <ReasonDialog
          title={`停用 ${nameOf(row)}`}
          says={`${stopping.follows}。`}
          presets={stopping.reasons}
          ok={label}
          busy={turn.busy}
          close={() => setAsking(false)}
          give={(reason) => void set(reason)}
        />
      )}
    </>
  )
}
