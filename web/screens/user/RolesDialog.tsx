import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { role } from '../../../core/contract/role.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf, shownInPlace } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { useLeaveGuard } from '../../parts/form/leave.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, nameOf, type Row } from './calls.ts'
import '../../parts/field-error.css'
import '../../parts/marks.css'

const roles = callsOf(role)

/** Which roles somebody has. */
export default function RolesDialog({ row, close }: { row: Row; close: () => void }) {
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  useFocusBack()
  const all = useCall('role.options', roles.options, {})
  const whole = useCall('user.view', api.view, { id: row.id }, { fresh: true })
  const [marked, setMarked] = useState<Readonly<Record<string, boolean>>>({})
  const [fault, setFault] = useState('')
  const change = useAction(api.roles)
  const error = all.error ?? whole.error
  const had = new Set(whole.data?.roles.map(({ roleId }) => roleId))
  const changed = Object.entries(marked).some(([id, mark]) => mark !== had.has(id))
  useLeaveGuard(
    () => changed,
    () => notices.leave,
  )
  async function leave() {
    if (change.busy) return
    if (changed && !(await confirm({ text: notices.leave, ok: '离开', careful: true }))) return
    close()
  }
  async function save() {
    if (!changed) return close()
    setFault('')
    const roleIds = (all.data ?? []).flatMap(({ id }) => ((marked[id] ?? had.has(id)) ? [id] : []))
    const done = await change.run({ id: row.id, roleIds, version: whole.data?.version ?? null }, (refused) => {
      shownInPlace(refused)
      setFault(refused.message)
      // what somebody else has changed stands there, beside what was ticked here
      if (refused.code === 'STALE') void whole.refetch()
    })
    if (!done) return
    setMarked({})
    await stale('user', 'role')
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
      mask={{ closable: !changed }}
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
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  )
}
