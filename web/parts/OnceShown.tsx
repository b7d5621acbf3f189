import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useSay } from '../app/say.ts'
import { useFocusBack } from './focus.ts'
import { useLeaveGuard } from './form/leave.ts'
import './reason-dialog.css'

interface Props {
  readonly title: string
  /** What is shown, as people call it: 「密码」. */
  readonly name: string
  readonly secret: string
  readonly close: () => void
  /** What is to be known of it. */
  readonly children?: ReactNode
}

/** Something secret that is shown this once: nobody can look it up again, here or on the server, so that no key of habit takes it away. */
export function OnceShown({ title, name, secret, close, children }: Props) {
  const say = useSay()
  useFocusBack()
  useLeaveGuard(
    () => true,
    () => `${name}只显示这一次，离开后不能再看到。确定离开吗？`,
  )
  // an office on plain http has no clipboard for pages: it is marked, to be copied by hand
  const copy = () =>
    (navigator.clipboard?.writeText(secret) ?? Promise.reject()).then(
      () => say.success('已复制'),
      () => say.error(`浏览器不允许复制，请选中${name}后按 Ctrl+C`),
    )
  return (
    <Modal
      open
      title={title}
      // a token in one line
      width={secret.length > 24 ? 640 : undefined}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="copy" onClick={() => void copy()}>
          复制{name}
        </Button>,
        <Button key="close" type="primary" onClick={close}>
          已记下
        </Button>,
      ]}
    >
      {children}
      <p>
        {name} <code className="once-shown">{secret}</code>
      </p>
    </Modal>
  )
}
