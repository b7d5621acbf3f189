import { Button, Input, Modal } from 'antd'
import { type ComponentRef, useEffect, useRef, useState } from 'react'
import { buttons, pleaseEnter } from '../../core/text.ts'
import { useFocusBack } from './focus.ts'
import { forget, keep, kept } from './store.ts'
import './field-error.css'
import './reason-dialog.css'

interface Props {
  readonly title: string
  /** What it is about, and what follows. */
  readonly says: string
  /** Reasons that are often given. */
  readonly presets: readonly string[]
  /** What the button says, where it is more than 确定. */
  readonly ok?: string
  /** Visitors of the site see it at once: only a press on the button does it. */
  readonly public?: boolean
  /** What must be typed before it goes on. */
  readonly typed?: string
  /** It is being sent: the dialog stays with what was typed until that has come through. */
  readonly busy?: boolean
  readonly close: () => void
  readonly give: (reason: string) => void
}

const between = '；'
const longest = 500

/** What was typed for a question, until it has been given: closing the dialog or the session's end does not take it away. */
function useTyped(question: string) {
  const [reason, setReason] = useState(() => kept<string>('reason', question, sessionStorage) ?? '')
  const given = useRef(false)
  useEffect(
    () => () => {
      if (given.current) forget('reason', question, sessionStorage)
    },
    [question],
  )
  const type = (text: string) => {
    setReason(text)
    keep('reason', question, text, sessionStorage)
  }
  return [reason, type, given] as const
}

/** What was given, with this ready-made reason added to it, or taken away again. */
function toggled(given: string, preset: string): string {
  const parts = given.split(between).map((part) => part.trim())
  if (parts.includes(preset)) return parts.filter((part) => part !== preset).join(between)
  const before = given.trim().replace(/(?<![；。;.])[；。;.]+$/, '')
  return before === '' ? preset : `${before}${between}${preset}`
}

/** Asks for a reason: typed, or one of the usual ones. Ctrl+Enter gives it, where that is not seen outside. */
export default function ReasonDialog(props: Props) {
  const { title, says, presets, ok = buttons.ok, typed = '', busy = false, close, give } = props
  const [reason, setReason, given] = useTyped(`${title} ${says}`)
  const [count, setCount] = useState('')
  const [asked, setAsked] = useState(false)
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null)
  useFocusBack()
  const empty = reason.trim() === ''
  const counted = typed === '' || count.trim() === typed

  function submit() {
    setAsked(true)
    if (empty || !counted || busy) return
    given.current = true
    give(reason.trim())
  }
  return (
    <Modal
      open
      title={title}
      onCancel={() => {
        given.current = false
        close()
      }}
      // a click beside it would take what was typed out of sight
      mask={{ closable: empty }}
      onOk={submit}
      confirmLoading={busy}
      // the dialog puts the focus on its first button; what is asked for is the text
      afterOpenChange={(open) => open && field.current?.focus()}
      okText={ok}
      okButtonProps={{ danger: props.public === true, disabled: !counted }}
      cancelText={buttons.cancel}
      destroyOnHidden
    >
      <p className="reason-says">{says}</p>
      <div className="presets">
        {presets.map((preset) => (
          <Button
            key={preset}
            size="small"
            aria-pressed={reason.split(between).some((part) => part.trim() === preset)}
            disabled={toggled(reason, preset).length > longest}
            onClick={() => setReason(toggled(reason, preset))}
          >
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
        maxLength={longest}
        showCount
        value={reason}
        status={asked && empty ? 'error' : ''}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey && !event.nativeEvent.isComposing && !props.public) submit()
        }}
      />
      {typed !== '' && (
        <Input
          aria-label={`请输入项数 ${typed} 确认`}
          placeholder={`请输入项数 ${typed} 确认`}
          autoComplete="off"
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
      )}
      {asked && empty && (
        <p className="field-error" role="alert">
          {pleaseEnter('理由')}
        </p>
      )}
    </Modal>
  )
}
