import { Button } from 'antd'
import { useState } from 'react'
import { type BulkResult, versionsSeen } from '../../../core/contract/shared.ts'
import { peopleFlow } from '../../../core/domain/people-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { api, isFrozen, nameOf, type Row, reasons, waits } from './calls.ts'

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))

interface Props {
  readonly row: Row
  readonly ban: () => void
  readonly close: () => void
  /** What has become of the visitor. */
  readonly done: (became: string) => void
}

/** What may be done with one visitor who is looked at. */
export function PeopleActs({ row, ban, close, done: tell }: Props) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const [asking, setAsking] = useState<'fail' | 'lift' | null>(null)
  const judge = useAction(api.peopleAudit)
  const lift = useAction(api.banAudit)
  const ids = [row.id]
  const judged = { ids, versions: versionsSeen([row]) }

  async function done(result: Promise<BulkResult | undefined>, says: string, became: string) {
    const [failed] = (await result)?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    else if (await result) {
      say.success(says)
      tell(became)
      close()
    }
    await stale('people', 'blacklist')
  }
  const refused = (error: unknown) => say.refused(error)
  const asks = {
    fail: {
      title: `审核不通过 ${nameOf(row)}`,
      says: '意见会告诉本人，本人修改后可以重新提交。',
      presets: reasons.failed,
      ok: '不通过',
      give: (reason: string) =>
        done(judge.run({ ...judged, userStatus: 3, reason }, refused), '审核不通过', peopleFlow.moves.fail.became),
    },
    lift: {
      title: `解除冻结 ${nameOf(row)}`,
      says: '解除后可以重新登录。',
      presets: reasons.lift,
      ok: '解除冻结',
      give: (reason: string) => done(lift.run({ ids, peopleState: 0, reason }, refused), '解除冻结成功', '已解除'),
    },
  }
  const asked = asking && asks[asking]
  return (
    <>
      {can('people_peopleAudit') && waits(row) && (
        <>
          <Button
            type="primary"
            loading={judge.busy}
            onClick={() =>
              void done(judge.run({ ...judged, userStatus: 2 }, refused), '审核通过', peopleFlow.moves.approve.became)
            }
          >
            审核通过
          </Button>
          <Button onClick={() => setAsking('fail')}>审核不通过</Button>
        </>
      )}
      {can('people_banAudit') && isFrozen(row) && <Button onClick={() => setAsking('lift')}>解除冻结</Button>}
      {can('people_banAudit') && !isFrozen(row) && (
        <Button danger onClick={ban}>
          冻结
        </Button>
      )}
      {asked && (
        <ReasonDialog
          title={asked.title}
          says={asked.says}
          presets={asked.presets}
          ok={asked.ok}
          busy={judge.busy || lift.busy}
          close={() => setAsking(null)}
          give={(reason) => void asked.give(reason)}
        />
      )}
    </>
  )
}
