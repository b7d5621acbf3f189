import { Button, Input, Modal } from 'antd'
import { type ComponentRef, useRef, useState } from 'react'
import { buttons, pleaseEnter, rejectReasons } from '../../core/text.ts'
import { useFocusBack } from './focus.ts'
import './field-error.css'
import './reason-dialog.css'

interface Props {
  readonly title: string
  /** It is being sent: the dialog stays with what was typed until that has come through. */
  readonly busy?: boolean
  readonly close: () => void
  readonly give: (reason: string) => void
}

/** Asks for a reason: typed, or one of the usual ones. Ctrl+Enter gives it. */
export default function ReasonDialog({ title, busy = false, close, give }: Props) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null)
  useFocusBack()
  const empty = reason.trim() === ''

  function submit() {
    setAsked(true)
    if (!empty && !busy) give(reason.trim())
  }
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      onOk={submit}
      confirmLoading={busy}
      // the dialog puts the focus on its first button; what is asked for is the text
      afterOpenChange={(open) => open && field.current?.focus()}
      okText={buttons.ok}
      cancelText={buttons.cancel}
      destroyOnHidden
    >
      <div className="presets">
        {rejectReasons.map((preset) => (
          <Button key={preset} size="small" onClick={() => setReason(preset)}>
            {preset}
          </Button>
        ))}
      </div>
      <Input.TextArea
        aria-label="理由"
        placeholder={pleaseEnter('理由')}
        ref={field}
        rows={3}
        style={{ marginBottom: 24 }}
        maxLength={500}
        showCount
        value={reason}
        status={asked && empty ? 'error' : ''}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey && !event.nativeEvent.isComposing) submit()
        }}
      />
      {asked && empty && (
        <p className="field-error" role="alert">
          {pleaseEnter('理由')}
        </p>
      )}
    </Modal>
  )
}
