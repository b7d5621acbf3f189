import { useEffect, useRef } from 'react'
import { download } from '../download.ts'
import './factor.css'

/** The codes for who has lost their phone; shown once. */
export function RecoveryCodes({ account, codes }: { readonly account: string; readonly codes: readonly string[] }) {
  const text = `${account} 的恢复码，每个只能用一次\r\n\r\n${codes.join('\r\n')}\r\n`
  const frame = useRef<HTMLDivElement>(null)
  // the field that led here is gone; what was just bound is read from its beginning
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} className="recovery-codes" tabIndex={-1}>
      <p>
        手机丢失或更换时，用下面的一个恢复码代替动态口令登录，每个只能用一次。请抄下或打印，妥善保管；关闭后不再显示。
      </p>
      <ul aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="link"
        onClick={() => download(`恢复码-${account}.txt`, new Blob([text], { type: 'text/plain' }))}
      >
        保存为文件
      </button>
    </div>
  )
}
