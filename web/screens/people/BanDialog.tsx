import { Button, Input, Modal } from 'antd'
import { type ComponentRef, useRef, useState } from 'react'
import { formatDate } from '../../../core/domain/time.ts'
import { buttons, pleaseEnter } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { TimeInput } from '../../parts/row/TimeInput.tsx'
import { api, nameOf, type Row, reasons } from './calls.ts'
import '../../parts/field-error.css'
import '../../parts/reason-dialog.css'

const dayMs = 24 * 3600_000
/** Terms that are often given, in days. */
const terms = [
  ['7 天', 7],
  ['30 天', 30],
  ['一年', 365],
] as const
const longest = 200

/** Asks why somebody is frozen, and until when. */
export default function BanDialog({ row, close }: { row: Row; close: () => void }) {
  const say = useSay()
  const stale = useStale()
  const ban = useAction(api.banAudit)
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const [reason, setReason] = useState('')
  const [end, setEnd] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  useFocusBack()

  async function give() {
    if (reason.trim() === '') return setFault(pleaseEnter('原因'))
    const result = await ban.run({ ids: [row.id], peopleState: 1, reason: reason.trim(), endTime: end }, (error) =>
      setFault(error.message),
    )
    if (!result) return
    const [failed] = result.failed
    if (failed) return setFault(failed.errorMsg)
    say.success('冻结成功')
    close()
    await stale('people', 'blacklist')
  }
  return (
    <Modal
      open
      title={`冻结 ${nameOf(row)}`}
      onCancel={close}
      onOk={() => void give()}
      confirmLoading={ban.busy}
      mask={{ closable: reason === '' }}
      afterOpenChange={(open) => open && field.current?.focus()}
      okText="冻结"
      okButtonProps={{ danger: true }}
      cancelText={buttons.cancel}
      destroyOnHidden
    >
      <p className="reason-says">冻结后随即退出登录，到期前不能再登录；原因会告诉本人，并列入黑名单。</p>
      <div className="presets">
        {reasons.ban.map((preset) => (
          <Button key={preset} size="small" aria-pressed={reason === preset} onClick={() => setReason(preset)}>
            {preset}
          </Button>
        ))}
      </div>
      <Input.TextArea
        aria-label="原因"
        placeholder={pleaseEnter('原因')}
        ref={field}
        rows={3}
        style={{ marginBottom: 24 }}
        maxLength={longest}
        showCount
        value={reason}
        status={fault !== '' && reason.trim() === '' ? 'error' : ''}
        onChange={(event) => setReason(event.target.value)}
      />
      <label htmlFor="ban-end">到期日（到当天结束；不填则一直冻结）</label>
      <div className="presets" style={{ marginTop: 6 }}>
        <TimeInput id="ban-end" toItsEnd value={end} onChange={setEnd} />
        {terms.map(([says, days]) => (
          <Button key={says} size="small" onClick={() => setEnd(formatDate(Date.now() + days * dayMs))}>
            {says}
          </Button>
        ))}
      </div>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  )
}
