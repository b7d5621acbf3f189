import { Button, Modal } from 'antd'
import { useSay } from '../../app/say.ts'
import { useFocusBack } from '../../parts/focus.ts'
import '../../parts/reason-dialog.css'

export interface OncePassword {
  readonly name: string
  readonly account: string
  readonly password: string
  /** How many script tokens of theirs are still good. */
  readonly tokensLeft?: number | null
}

/** A password that is shown this once: nobody can look it up again, here or on the server. */
export function OnceDialog({ once, close }: { once: OncePassword; close: () => void }) {
  const say = useSay()
  useFocusBack()
  // an office on plain http has no clipboard for pages: it is marked, to be copied by hand
  const copy = () =>
    (navigator.clipboard?.writeText(once.password) ?? Promise.reject()).then(
      () => say.success('已复制'),
      () => say.error('浏览器不允许复制，请选中密码后按 Ctrl+C'),
    )
  return (
    <Modal
      open
      title={`${once.name}的一次性密码`}
      onCancel={close}
      mask={{ closable: false }}
      footer={[
        <Button key="copy" onClick={() => void copy()}>
          复制密码
        </Button>,
        <Button key="close" type="primary" onClick={close}>
          已记下
        </Button>,
      ]}
    >
      <p className="reason-says">只显示这一次，请当面或电话告诉本人；本人首次登录时须改成自己的密码。</p>
      {once.tokensLeft ? (
        <p className="reason-says">
          其 {once.tokensLeft} 个脚本令牌仍然有效；密码可能泄露时，请本人停用，或停用这个账号。
        </p>
      ) : null}
      <p>
        账号 <b>{once.account}</b>
      </p>
      <p>
        密码 <code style={{ fontSize: 20, userSelect: 'all' }}>{once.password}</code>
      </p>
    </Modal>
  )
}
