import { useNavigate } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useGone, useStale } from '../../data/calls.ts'
import { lazyPart } from '../lazy.tsx'

const ReasonDialog = lazyPart(() => import('../ReasonDialog.tsx'))
const gives = '退回'

interface Props {
  readonly area: AreaName
  /** What a row is called: 信件. */
  readonly noun: string
  readonly row: { readonly id: string; readonly title: string | null }
  readonly call: (input: { ids: string[]; remarks: string }, options?: CallOptions) => Promise<BulkResult>
  readonly reasons: readonly string[]
  /** What who has it is called. */
  readonly unit?: string
  /** Who deals with it then. */
  readonly follows?: string
  /** Its list, to which who gave it back is led: they do not see the row any more. */
  readonly list: string
  readonly close: () => void
}

/** Asks a department that gives something back why, and leads it on to the list. */
export function GiveBack({
  area,
  noun,
  row,
  call,
  reasons,
  unit = '本部门',
  follows = '由交办的人重新转办',
  list,
  close,
}: Props) {
  const say = useSay()
  const stale = useStale()
  const gone = useGone()
  const navigate = useNavigate()
  const give = useAction(call)
  async function send(remarks: string) {
    const result = await give.run({ ids: [row.id], remarks }, (error) => say.refused(error))
    const [failed] = result?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    if (result) close()
    if (!result || failed) return stale(area)
    say.success(`已退回《${row.title}》`)
    void navigate(list)
    // nothing is asked of it any more
    await gone(area, row.id)
  }
  return (
    <ReasonDialog
      title={`${gives}${noun}`}
      says={`《${row.title}》退回以后${follows}，${unit}不再看到它。`}
      presets={reasons}
      ok={gives}
      busy={give.busy}
      close={close}
      give={(remarks) => void send(remarks)}
    />
  )
}
