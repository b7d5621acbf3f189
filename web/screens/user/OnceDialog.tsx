import { OnceShown } from '../../parts/OnceShown.tsx'

export interface OncePassword {
  readonly name: string
  readonly account: string
  readonly password: string
  /** How many script tokens of theirs are still good. */
  readonly tokensLeft?: number | null
}

/** The password that somebody is given, shown this once. */
export const OnceDialog = ({ once, close }: { once: OncePassword; close: () => void }) => (
  <OnceShown title={`${once.name}的一次性密码`} name="密码" secret={once.password} close={close}>
    <p className="reason-says">只显示这一次，请当面或电话告诉本人；本人首次登录时须改成自己的密码。</p>
    {once.tokensLeft ? (
      <p className="reason-says">
        其 {once.tokensLeft} 个脚本令牌仍然有效；密码可能泄露时，请本人停用，或停用这个账号。
      </p>
    ) : null}
    <p>
      账号 <b>{once.account}</b>
    </p>
  </OnceShown>
)
