import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { role } from '../../../core/contract/role.ts'
import type { ApiError } from '../../../core/errors.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { useLeaveGuard } from '../../parts/form/leave.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, nameOf, type Row } from './calls.ts'
import '../../parts/field-error.css'
import '../../parts/marks.css'

const roles = callsOf(role)

interface Change {
  readonly roleId: string
  readonly name: string
  readonly give: boolean
}

interface Outcome {
  readonly done: readonly string[]
  readonly faults: readonly string[]
}

/** Gives and takes the roles of one user, each by a call of its own: what is refused for one is told, and stops no other. */
async function changeRoles({ userId, changes }: { userId: string; changes: readonly Change[] }): Promise<Outcome> {
  const done: string[] = []
  const faults: string[] = []
  for (const { roleId, name, give } of changes) {
    const call = give ? api.grantRole : api.delRole
    const fault = await call({ roleId, userIds: [userId] }).then(
      ({ failed }) => failed[0]?.errorMsg,
      (error: ApiError) => error.message,
    )
    if (fault === undefined) done.push(`${give ? '已授予' : '已收回'}「${name}」`)
    else faults.push(`${name}：${fault}`)
  }
  return { done, faults }
}

/** Which roles somebody has. */
export default function RolesDialog({ row, close }: { row: Row; close: () => void }) {
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  useFocusBack()
  const all = useCall('role.options', roles.options, {})
  const whole = useCall('user.view', api.view, { id: row.id }, { fresh: true })
  const [marked, setMarked] = useState<Readonly<Record<string, boolean>>>({})
  const [outcome, setOutcome] = useState<Outcome>({ done: [], faults: [] })
  const change = useAction(changeRoles)
  const error = all.error ?? whole.error
  const had = new Set(whole.data?.roles.map(({ roleId }) => roleId))
  const changes = (all.data ?? []).flatMap(({ id, name }) =>
    marked[id] === undefined || marked[id] === had.has(id) ? [] : [{ roleId: id, name, give: marked[id] }],
  )
  useLeaveGuard(
    () => changes.length > 0,
    () => notices.leave,
  )
  async function leave() {
    if (change.busy) return
    if (changes.length > 0 && !(await confirm({ text: notices.leave, ok: '离开' }))) return
    close()
  }
  async function save() {
    if (changes.length === 0) return close()
    const found = await change.run({ userId: row.id, changes })
    await stale('user', 'role')
    setMarked({})
    setOutcome(found ?? { done: [], faults: [] })
    if (found?.faults.length !== 0) return
    say.success('角色已保存，对方下一次操作即生效')
    close()
  }
  return (
    <Modal
      open
      title={`${nameOf(row)}的角色`}
      onCancel={() => void leave()}
      onOk={() => void save()}
      okText={buttons.save}
      cancelText={buttons.cancel}
      confirmLoading={change.busy}
      mask={{ closable: changes.length === 0 }}
    >
      {error && <ErrorState error={error} retry={() => void Promise.all([all.refetch(), whole.refetch()])} />}
      {!error && !(all.data && whole.data) && <Loading />}
      {all.data && whole.data && (
        <div className="role-choices">
          {all.data.map(({ id, name, enabled }) => (
            <Checkbox
              key={id}
              checked={marked[id] ?? had.has(id)}
              onChange={({ target }) => setMarked({ ...marked, [id]: target.checked })}
            >
              {name}
              {Number(enabled) === 0 && <span className="muted">（已禁用）</span>}
            </Checkbox>
          ))}
        </div>
      )}
      {outcome.done.length > 0 && <p role="status">{outcome.done.join('，')}，其余没有保存。</p>}
      {outcome.faults.map((fault) => (
        <p className="field-error" role="alert" key={fault}>
          {fault}
        </p>
      ))}
    </Modal>
  )
}
