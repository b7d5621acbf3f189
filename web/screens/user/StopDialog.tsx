import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import ReasonDialog from '../../parts/ReasonDialog.tsx'
import { api, nameOf, type Row, stopping } from './calls.ts'

/** Stops somebody, with the reason for the log. */
export default function StopDialog({ row, close }: { row: Row; close: () => void }) {
  const say = useSay()
  const stale = useStale()
  const stop = useAction(api.setState)
  async function give(reason: string) {
    const done = await stop.run({ ids: [row.id], state: 1, reason }, say.refused)
    // refused as a whole, it stays with what was typed
    if (!done) return
    close()
    const [failed] = done?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    else say.success(`已停用 ${nameOf(row)}`)
    await stale('user', 'dept')
  }
  return (
    <ReasonDialog
      title={`停用 ${nameOf(row)}`}
      says={`${stopping.follows}。`}
      presets={stopping.reasons}
      ok="停用"
      busy={stop.busy}
      close={close}
      give={(reason) => void give(reason)}
    />
  )
}
