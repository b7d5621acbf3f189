import { Button } from 'antd'
import { useState } from 'react'
import { replyFollows } from '../../../core/domain/theme-groups.ts'
import { commentStatus } from '../../../core/domain/theme-moves.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import type { Group, Reply, Topic } from './calls.ts'

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))
const reasons = ['回复没有回应所提的问题', '回复缺少依据', '回复的用语不当', '回复含有个人信息']

interface Given {
  readonly group: Group
  readonly row: Topic
}

/** What departments replied to a topic, with its audit, and the reader's own reply. */
export function Replies({ group, row }: Given) {
  const { can } = useRights()
  const [open, setOpen] = useState<Reply | 'new' | null>(null)
  const may = can(`${group.area}_replySave` as Right) && Number(row.state) === 1 && Number(row.shown) !== 2
  return (
    <section className="panel" aria-label="回复">
      <h2>回复</h2>
      {row.replyList.length === 0 && <p className="muted">还没有回复</p>}
      {row.replyList.map((reply) => (
        <One key={reply.id} group={group} row={row} reply={reply} change={may ? () => setOpen(reply) : null} />
      ))}
      {may && (
        <p className="record-acts no-print">
          <Button type="primary" onClick={() => setOpen('new')}>
            回复
          </Button>
        </p>
      )}
      {open && <Write group={group} row={row} reply={open === 'new' ? null : open} close={() => setOpen(null)} />}
    </section>
  )
}

function One({ group, row, reply, change }: Given & { readonly reply: Reply; readonly change: (() => void) | null }) {
  const { area, api } = group
  const { can } = useRights()
  const say = useSay()
  const confirm = useConfirm()
  const stale = useStale()
  const audit = useAction(api.replyAudit)
  const own = useMe()?.deptId === reply.deptId
  const [refusing, setRefusing] = useState(false)
  const state = Number(reply.state) as keyof typeof commentStatus
  async function judge(to: 1 | 2, reason?: string) {
    const { id, version } = reply
    const given = { id, version, state: to, ...(reason && { reason }) }
    const saved = await audit.run(given, (error) => say.refused(error))
    if (saved) setRefusing(false)
    await stale(area)
  }
  /** Whoever wrote reads it at once, and where the topic is shown everybody. */
  async function pass() {
    const shown = Number(row.shown) === 1
    const text = `将审核通过${reply.deptName ?? ''}的回复，${shown ? '回复随即出现在网站上' : '提出人随即凭查询码看到'}。是否继续？`
    if (await confirm({ text, ok: '审核通过', careful: true })) await judge(1)
  }
  return (
    <div>
      <p className="muted">
        {[reply.deptName, reply.createdByName, shortTime(reply.createdAt), commentStatus[state], reply.reason]
          .filter(Boolean)
          .join('　')}
      </p>
      <p className="written">{reply.content}</p>
      <p className="record-acts no-print">
        {can(`${area}_replyAudit` as Right) && state !== 1 && (
          <Button size="small" loading={audit.busy} onClick={() => void pass()}>
            审核通过
          </Button>
        )}
        {can(`${area}_replyAudit` as Right) && state !== 2 && (
          <Button size="small" onClick={() => setRefusing(true)}>
            驳回
          </Button>
        )}
        {change && own && state !== 1 && (
          <Button size="small" onClick={change}>
            修改
          </Button>
        )}
      </p>
      {refusing && (
        <ReasonDialog
          title="驳回回复"
          says={`对《${row.title}》的回复驳回以后，${replyFollows[2]}。`}
          presets={reasons}
          ok="驳回"
          busy={audit.busy}
          close={() => setRefusing(false)}
          give={(reason) => void judge(2, reason)}
        />
      )}
    </div>
  )
}

/** The form of a reply; it waits for its audit. */
function Write({ group, row, reply, close }: Given & { readonly reply: Reply | null; readonly close: () => void }) {
  const { area, api, shape } = group
  const stale = useStale()
  const asRow = (one: Pick<Reply, 'version' | 'content'> | null) => ({
    ...{ id: row.id, version: one?.version ?? null, content: one?.content ?? null },
  })
  const get = async () => asRow(reply && (await api.replyGet({ id: reply.id })))
  const edit = async ({ version, ...input }: Parameters<typeof api.replySave>[0]) => {
    const saved = await api.replySave({ ...input, ...(reply && { replyId: reply.id, version }) })
    await stale(area)
    return asRow(saved)
  }
  return (
    <RowDialog
      name="回复"
      area={area}
      drafts={`${area}/${row.id}/reply/${reply?.id ?? 'new'}`}
      calls={{ get, edit }}
      shape={shape.replySave.input.shape}
      fields={['content']}
      needs={['content']}
      hints={{ content: '提交后送交审核，通过后提出人凭查询码看到' }}
      fresh={{}}
      live={null}
      row={asRow(reply)}
      close={close}
    />
  )
}
