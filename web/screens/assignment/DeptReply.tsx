import { Button } from 'antd'
import { useState } from 'react'
import { assignment, replyText } from '../../../core/contract/assignment.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { type Asked, api, closed, type Task } from './calls.ts'
import { TaskState } from './TaskState.tsx'

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))

type Reply = Output<typeof assignment.replyGet>

const returned = 3
const doing = 1
const reasons = ['请补充办理结果', '请附具体数据', '与任务要求不符，请重新办理'] as const

interface Props {
  readonly task: Task
  readonly asked: Asked
}

/** What a department has said, and what the reader may do about it: reply, send it back, take it away. */
export function DeptReply({ task, asked }: Props) {
  const { can } = useRights()
  const [open, setOpen] = useState<'reply' | 'return' | null>(null)
  const { name, reply } = asked
  const own = useMe()?.deptId === asked.deptId
  const isOpen = Number(task.state) !== closed
  const mayReply = isOpen && Number(asked.mayReply) === 1
  const mayDelete = mayReply && can('assignment_replyDels') && (!reply?.returnedAt || Number(task.mayChange) === 1)
  const mayReturn = isOpen && Number(task.mayChange) === 1 && can('assignment_close')
  return (
    <section className="panel dept-reply" aria-label={`${name ?? ''}的办理情况`}>
      <div className="dept-reply-head">
        <h3>{name}</h3>
        <TaskState value={asked.state} />
        {reply && <span className="muted">{`${reply.updatedName ?? ''} ${shortTime(reply.updatedAt)}`}</span>}
        <span className="grow" />
        {mayReply && (
          <Button {...(!reply && own && { type: 'primary' })} onClick={() => setOpen('reply')}>
            {reply ? '修改回复' : own ? '回复' : '代为回复'}
          </Button>
        )}
        {reply && mayReturn && Number(reply.state) !== returned && (
          <Button danger onClick={() => setOpen('return')}>
            退回
          </Button>
        )}
        {reply && mayDelete && <Remove reply={reply} />}
      </div>
      {reply?.reason && (
        <p className="returned-for">
          退回理由：{reply.reason}
          <span className="muted">{`（${reply.returnedName ?? ''} ${shortTime(reply.returnedAt)}）`}</span>
        </p>
      )}
      {reply ? (
        <>
          <p className="written">{reply.content}</p>
          <FileList label={`${name ?? ''}回复的附件`} files={reply.files} />
        </>
      ) : (
        <p className="muted">{Number(asked.state) === 0 ? '还没有回复' : '已回复，内容由该部门和交办部门查看'}</p>
      )}
      {open === 'reply' && <Write task={task} asked={asked} close={() => setOpen(null)} />}
      {open === 'return' && reply && <Return reply={reply} close={() => setOpen(null)} />}
    </section>
  )
}

function Write({ task, asked, close }: Props & { close: () => void }) {
  const { deptId, reply } = asked
  const calls = {
    get: api.replyGet,
    add: (input: object, options?: object) => api.replyEdit({ ...input, assignmentId: task.id, deptId }, options),
    edit: api.replyEdit,
  }
  // one that was returned is on its way again as soon as it is written anew
  const row = reply && { ...reply, state: Number(reply.state) === returned ? doing : reply.state }
  return (
    <RowDialog
      name="回复"
      area="assignment"
      drafts={`assignment/${task.id}/reply/${deptId}`}
      calls={calls}
      shape={{ ...assignment.replyEdit.input.shape, content: replyText }}
      fields={['content', 'files', 'state']}
      hints={{ state: '办完了选「已办结」；整件任务由交办部门办结' }}
      fresh={{ state: doing }}
      live={() => '保存后交办部门随即看到这条回复，是否保存？'}
      row={row ?? undefined}
      close={close}
    />
  )
}

function Return({ reply, close }: { reply: Reply; close: () => void }) {
  const say = useSay()
  const stale = useStale()
  const { run, busy } = useAction(api.replyReturn)
  async function give(reason: string) {
    const { id, version } = reply
    if (!(await run({ id, version, reason }, (error) => say.refused(error)))) return
    await stale('assignment')
    close()
  }
  return (
    <ReasonDialog
      title={`退回${reply.deptName ?? ''}的回复`}
      says="退回后由该部门重新办理，理由显示在回复上。"
      presets={reasons}
      ok="退回"
      busy={busy}
      close={close}
      give={(reason) => void give(reason)}
    />
  )
}

function Remove({ reply }: { reply: Reply }) {
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const { run, busy } = useAction(api.replyDels)
  async function remove() {
    const text = `删除${reply.deptName ?? ''}的回复后无法恢复，该部门回到待办理。是否继续？`
    if (!(await confirm({ text, ok: '删除', danger: true }))) return
    const result = await run({ ids: [reply.id] }, (error) => say.refused(error))
    const [failed] = result?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    await stale('assignment')
  }
  return (
    <Button type="text" danger loading={busy} onClick={() => void remove()}>
      删除回复
    </Button>
  )
}
