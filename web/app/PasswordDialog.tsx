import { Alert, Checkbox, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { passwordFault, passwordStrength } from '../../core/domain/password.ts'
import type { ApiError } from '../../core/errors.ts'
import { buttons, pleaseEnter } from '../../core/text.ts'
import { useAction, useCall } from '../data/calls.ts'
import { callsOf, shownInPlace } from '../data/client.ts'
import { device, session } from '../data/session.ts'
import { useFocusBack } from '../parts/focus.ts'
import { required } from '../parts/form/rules.ts'
import { useSay } from './say.ts'
import '../parts/dialog.css'

const { password: change, device: remember, passwordPolicy, scriptList } = callsOf(auth)

interface Values {
  readonly oldPassword: string
  readonly newPassword: string
  readonly again: string
  readonly endTokens?: boolean
}

const labels = { oldPassword: '原密码', newPassword: '新密码', again: '再次输入新密码' } as const

/** The field that a refusal of the server belongs to; any other stands above the form. */
const fieldOf: Readonly<Record<string, keyof Values>> = { LOGIN_FAILED: 'oldPassword', BAD_INPUT: 'newPassword' }

/** All devices ended with the old password: this browser is to be known again. A convenience for later. */
async function keepDevice(account: string): Promise<void> {
  try {
    device.keep(account, (await remember({})).device)
  } catch {}
}

/** A rule that compares with the other fields. */
const fits = (fault: (value: string) => string | null) => ({
  validator: async (_rule: unknown, value: string | undefined) => {
    const says = value ? fault(value) : null
    if (says) throw new Error(says)
  },
})

/** Changes the password of whoever is signed in. Nothing that is typed here is kept as a draft. */
export default function PasswordDialog({ close }: { readonly close: () => void }) {
  const [form] = Form.useForm<Values>()
  const typed = Form.useWatch('newPassword', form) ?? ''
  const [shown, setShown] = useState(false)
  const [refused, setRefused] = useState('')
  const { data: policy } = useCall('auth.passwordPolicy', passwordPolicy, {}, { quiet: true, fresh: true })
  const { data: tokens } = useCall('auth.scriptList', scriptList, {}, { quiet: true })
  const { run, busy } = useAction(change)
  const say = useSay()
  const account = session.userAccount()
  useFocusBack()

  function caught(error: ApiError): void {
    if (error.kind !== 'refused') return
    shownInPlace(error)
    const field = fieldOf[error.code]
    if (!field) return setRefused(error.message)
    form.setFields([{ name: field, errors: [error.message] }])
    form.focusField(field)
  }

  async function send({ oldPassword, newPassword, endTokens }: Values) {
    setRefused('')
    const input = { oldPassword, newPassword, endTokens: endTokens === true, device: device.of(account) }
    const done = await run(input, caught)
    if (!done) return
    const others = done.sessionsEnded > 0 ? `，其他地方的 ${done.sessionsEnded} 处登录已结束` : ''
    say.success(`密码已修改${others}`)
    close()
    await keepDevice(account)
  }

  const field = (name: 'oldPassword' | 'newPassword' | 'again', autoComplete: string) => (
    <Input
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      aria-describedby={name === 'newPassword' ? 'password-strength' : undefined}
    />
  )
  return (
    <Modal
      open
      title="修改密码"
      width={420}
      okText={buttons.ok}
      cancelText={buttons.cancel}
      onOk={form.submit}
      confirmLoading={busy}
      onCancel={() => busy || close()}
      afterOpenChange={(open) => open && form.focusField('oldPassword')}
      mask={{ closable: false }}
    >
      <Form<Values> form={form} layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
        {refused && <Alert className="dialog-alert" type="error" title={refused} role="alert" />}
        {/* so that a password manager knows whose password it is */}
        <input
          className="password-whose"
          name="username"
          autoComplete="username"
          value={account}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <Form.Item name="oldPassword" label={labels.oldPassword} rules={[required(pleaseEnter(labels.oldPassword))]}>
          {field('oldPassword', 'current-password')}
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={labels.newPassword}
          validateTrigger="onBlur"
          rules={[
            required(pleaseEnter(labels.newPassword)),
            fits((value) => {
              if (value === form.getFieldValue('oldPassword')) return '新密码不能与原密码相同'
              const fault = passwordFault(value, account, [], policy)
              return fault && `新密码${fault}`
            }),
          ]}
          extra={
            <span id="password-strength" aria-live="polite">
              {policy && `${policy.says}，`}不要用容易猜到的
              {typed !== '' && `；强度：${passwordStrength(typed, account)}`}
            </span>
          }
        >
          {field('newPassword', 'new-password')}
        </Form.Item>
        <Form.Item
          name="again"
          label={labels.again}
          validateTrigger="onBlur"
          dependencies={['newPassword']}
          rules={[
            required(`请${labels.again}`),
            fits((value) => (value === form.getFieldValue('newPassword') ? null : '两次输入的不一致')),
          ]}
        >
          {field('again', 'new-password')}
        </Form.Item>
        <Checkbox checked={shown} onChange={(event) => setShown(event.target.checked)}>
          显示密码
        </Checkbox>
        {tokens && tokens.length > 0 && (
          <Form.Item name="endTokens" valuePropName="checked" noStyle>
            <Checkbox>同时停用 {tokens.length} 个脚本令牌</Checkbox>
          </Form.Item>
        )}
        <p className="password-says">
          修改后，您在其他地方的登录随即结束，此处不受影响。
          {policy?.expiresAt && `现在的密码 ${policy.expiresAt.slice(0, 10)} 过期，过期后登录时须修改。`}
        </p>
        {/* Enter in a field sends; the dialog's own button stands outside the form */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
