import { useRef, useState } from 'react'
import { QrCode } from '../QrCode.tsx'
import './factor.css'

/** What the app on the phone is given: a picture for its camera, a link for the phone that shows the page, and the same to be copied or typed. */
export function FactorSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const [copied, setCopied] = useState('')
  const shown = useRef<HTMLElement>(null)
  /** An office on plain http has no clipboard for pages: it is marked, to be copied by hand. */
  const copy = () =>
    (navigator.clipboard?.writeText(secret) ?? Promise.reject()).then(
      () => setCopied('已复制'),
      () => {
        if (shown.current) getSelection()?.selectAllChildren(shown.current)
        setCopied('浏览器不允许复制，密钥已选中，请手工复制')
      },
    )
  return (
    <div className="factor-secret">
      <QrCode text={uri} label="动态口令的二维码" size={176} />
      <div>
        <p>
          用手机上的验证器应用（如微信小程序「腾讯身份验证器」、Microsoft Authenticator）扫描二维码，再输入它显示的 6
          位数字。
        </p>
        <p className="factor-open">
          正在手机上操作：<a href={uri}>在本机的验证器应用中打开</a>
        </p>
        <p>
          不能扫描时，手工输入密钥：
          <code ref={shown}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <button type="button" className="link" onClick={() => void copy()}>
            复制密钥
          </button>{' '}
          <span role="status">{copied}</span>
        </p>
      </div>
    </div>
  )
}
