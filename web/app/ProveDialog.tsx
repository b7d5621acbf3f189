import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { buttons, pleaseEnter } from '../../core/text.ts'
import { useAction } from '../data/calls.ts'
import { callsOf, shownInPlace } from '../data/client.ts'
import type { By } from '../data/proof.ts'
import { session } from '../data/session.ts'
import { above } from '../parts/above.ts'
import { useFocusBack } from '../parts/focus.ts'
import { required } from '../parts/form/rules.ts'
import '../parts/dialog.css'

const { prove } = callsOf(auth)

const shows: Readonly<Record<By, { readonly label: string; readonly says: string }>> = {
  password: { label: '密码', says: '这项操作影响大，请再输入一次您的密码。' },
  code: { label: '动态口令或恢复码', says: '这项操作影响大，请输入手机应用现在显示的动态口令。' },
}

interface ProveDialogProps {
  readonly by: By
  readonly proved: () => void
  readonly close: () => void
}

/** Asks who is signed in for their password or code; what was begun goes on when it is right, and is not done when they cancel. */
export default function ProveDialog({ by, proved, close }: ProveDialogProps) {
  const [form] = Form.useForm<{ shown: string }>()
  const [refused, setRefused] = useState('')
  const { run, busy } = useAction(prove)
  const { label, says } = shows[by]
  useFocusBack()

  async function send({ shown }: { shown: string }) {
    setRefused('')
    const done = await run({ [by]: shown }, (error) => {
      if (error.kind !== 'refused') return
      shownInPlace(error)
      setRefused(error.message)
      form.setFieldValue('shown', '')
      form.focusField('shown')
    })
    if (done) proved()
  }
  return (
    <Modal
      open
      title="再次核对身份"
      width={420}
      okText={buttons.ok}
      cancelText={buttons.cancel}
      onOk={form.submit}
      confirmLoading={busy}
      onCancel={() => busy || close()}
      afterOpenChange={(open) => open && form.focusField('shown')}
      mask={{ closable: false }}
      zIndex={above.proof}
    >
      <Form<{ shown: string }> form={form} layout="vertical" requiredMark={false} onFinish={(v) => void send(v)}>
        <p>{says}</p>
        {refused && <Alert className="dialog-alert" type="error" title={refused} role="alert" />}
        {by === 'password' && (
          <input
            className="password-whose"
            name="username"
            autoComplete="username"
            value={session.userAccount()}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
        )}
        <Form.Item name="shown" label={label} rules={[required(pleaseEnter(label))]}>
          <Input
            type={by === 'password' ? 'password' : 'text'}
            autoComplete={by === 'password' ? 'current-password' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={by === 'password' ? 200 : 20}
          />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
