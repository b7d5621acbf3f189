import { QrCode } from '../QrCode.tsx'
import './factor.css'

/** What the app on the phone is given: a picture for its camera, and the same to be typed. */
export function FactorSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  return (
    <div className="factor-secret">
      <QrCode text={uri} label="动态口令的二维码" size={176} />
      <div>
        <p>
          用手机上的验证器应用（如微信小程序「腾讯身份验证器」、Microsoft Authenticator）扫描二维码，再输入它显示的 6
          位数字。
        </p>
        <p>
          不能扫描时，手工输入密钥：
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </div>
    </div>
  )
}
