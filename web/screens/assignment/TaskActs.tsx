import { Button } from 'antd'
import { useState } from 'react'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { api, closed, type Task } from './calls.ts'

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))
const remarks = ['其余部门不涉及', '任务已由上级另行安排', '期限已到，按现有情况办结'] as const

interface Props {
  readonly task: Task
  readonly edit: () => void
  readonly gone: () => void
}

/** What whoever gave a task may do with it: change it, close it, take it up again, delete it. */
export function TaskActs({ task, edit, gone }: Props) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const [asking, setAsking] = useState(false)
  const close = useAction(api.close)
  const reopen = useAction(api.reopen)
  const remove = useAction(api.dels)
  if (Number(task.mayChange) !== 1) return null
  const { id, version } = task
  const isClosed = Number(task.state) === closed
  const open = task.depts.filter(({ state }) => Number(state) !== closed).map(({ name }) => name)

  async function done(remark?: string) {
    const reply = await close.run({ id, version, ...(remark && { remark }) }, (error) => say.refused(error))
    if (reply) setAsking(false)
    await stale('assignment')
  }
  async function beginClosing() {
    if (open.length > 0) setAsking(true)
    else if (await confirm({ text: '各部门都已办结。办结后不能再修改任务和回复，是否继续？', ok: '办结' })) await done()
  }
  async function takeUp() {
    if (!(await confirm({ text: '重新办理后，各部门可以修改回复。是否继续？', ok: '重新办理' }))) return
    await reopen.run({ id }, (error) => say.refused(error))
    await stale('assignment')
  }
  async function drop() {
    const along = task.replied ? `连同 ${task.replied} 条回复，` : ''
    if (
      !(await confirm({ text: `删除《${task.title}》，${along}删除后无法恢复。是否继续？`, ok: '删除', danger: true }))
    )
      return
    const result = await remove.run({ ids: [id] }, (error) => say.refused(error))
    if (!result) return
    const [failed] = result.failed
    if (failed) return void say.error(failed.errorMsg)
    gone()
    await stale('assignment')
  }
  return (
    <span className="record-acts no-print">
      {!isClosed && <Button onClick={edit}>编辑</Button>}
      {can('assignment_close') && !isClosed && (
        <Button type="primary" loading={close.busy} onClick={() => void beginClosing()}>
          办结
        </Button>
      )}
      {can('assignment_close') && isClosed && (
        <Button loading={reopen.busy} onClick={() => void takeUp()}>
          重新办理
        </Button>
      )}
      {can('assignment_dels') && (
        <Button danger loading={remove.busy} onClick={() => void drop()}>
          删除
        </Button>
      )}
      {asking && (
        <ReasonDialog
          title="办结任务"
          says={`${open.join('、')}还没有办结。要提前办结，请写明办结说明；办结后不能再修改任务和回复。`}
          presets={remarks}
          ok="办结"
          busy={close.busy}
          close={() => setAsking(false)}
          give={(remark) => void done(remark)}
        />
      )}
    </span>
  )
}
