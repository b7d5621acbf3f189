import { type FormEvent, useRef, useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { ApiError } from '../../core/errors.ts'
import { pleaseEnter } from '../../core/text.ts'
import { callsOf } from '../data/client.ts'
import { device } from '../data/session.ts'
import { CaptchaPicture } from './CaptchaPicture.tsx'
import { useCaptcha } from './captcha.ts'
import { LoginField } from './LoginField.tsx'
import { type Step, stepOf } from './steps.ts'
import { useCountdown } from './useCountdown.ts'

const { mobileSend, mobileCheck } = callsOf(auth)

interface Props {
  readonly title: string
  readonly account: string
  readonly change: (account: string) => void
  /** Why one is here again. */
  readonly says: string | undefined
  readonly done: (token: string) => Promise<void>
  readonly next: (step: Step) => void
  /** To the sign-in by password. */
  readonly back: () => void
}

const labels = { username: '账号', verifyCode: '图片验证码', phoneCode: '短信验证码' } as const
type Field = keyof typeof labels
type Errors = Partial<Record<Field, string>>

const again = '登录未成功，请重试'
/** As long as the server lets nobody ask for another one. */
const waitSeconds = 60

/** Sign-in by a code that is sent to the phone of the account, in place of the password. */
export default function Mobile({ title, account, change, says, done, next, back }: Props) {
  const [typed, setTyped] = useState({ verifyCode: '', phoneCode: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState<'send' | 'enter' | null>(null)
  /** The code that was asked for, of the account of then. */
  const [codeId, setCodeId] = useState('')
  const [told, setTold] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { captcha, failed, reload } = useCaptcha()
  const wait = useCountdown(() => setTold('可以重新获取短信验证码。'))
  const name = account.trim()

  const focus = (field: Field) => form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  const forget = (field: Field) => setErrors(({ [field]: _gone, ...rest }) => rest)

  function refuse(found: Errors) {
    setErrors(found)
    const first = (Object.keys(labels) as Field[]).find((field) => found[field])
    if (first) focus(first)
  }
  function missing(values: Partial<Record<Field, string>>): boolean {
    const empty = Object.entries(values).filter(([, value]) => value.trim() === '')
    refuse(Object.fromEntries(empty.map(([field]) => [field, pleaseEnter(labels[field as Field])])))
    return empty.length > 0
  }
  function type(field: 'verifyCode' | 'phoneCode', value: string) {
    setTyped((now) => ({ ...now, [field]: value }))
    forget(field)
  }
  function another() {
    type('verifyCode', '')
    focus('verifyCode')
    void reload()
  }

  async function send() {
    if (busy || wait.left > 0 || missing({ username: name, verifyCode: typed.verifyCode })) return
    setBusy('send')
    try {
      const sent = await mobileSend({
        name,
        device: device.of(name),
        verifyCode: typed.verifyCode,
        codeId: captcha?.codeId ?? '',
      })
      setCodeId(sent.codeId)
      setTold(`账号登记了手机号的，短信验证码即将送达，5 分钟内有效；${waitSeconds} 秒后可重新获取。`)
      setErrors({})
      wait.start(waitSeconds)
      setTyped({ verifyCode: '', phoneCode: '' })
      focus('phoneCode')
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : null
      refuse({ [error?.code === 'CAPTCHA_WRONG' ? 'verifyCode' : 'phoneCode']: error?.message ?? '没有发出，请重试' })
      setTyped((now) => ({ ...now, verifyCode: '' }))
    }
    // it has been used up
    void reload()
    setBusy(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    // Enter in the picture's field asks for the code that it is for
    if (codeId === '') return send()
    if (missing({ username: name, phoneCode: typed.phoneCode })) return
    setBusy('enter')
    try {
      await done(await mobileCheck({ name, phoneCode: typed.phoneCode.trim(), codeId }))
    } catch (thrown) {
      const step = stepOf(thrown)
      if (step) return next(step)
      refuse({ phoneCode: thrown instanceof ApiError ? thrown.message : again })
      setTyped((now) => ({ ...now, phoneCode: '' }))
      setBusy(null)
    }
  }

  return (
    <form className="card" ref={form} onSubmit={submit} noValidate aria-label="手机验证码登录">
      <h1>{title}</h1>
      {says && (
        <p className="error form-error" role="alert">
          {says}
        </p>
      )}
      <LoginField
        name="username"
        label={labels.username}
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        error={errors.username}
        change={(value) => {
          change(value)
          // a code is good for its own account
          setCodeId('')
          forget('username')
        }}
        autoFocus={name === ''}
      />
      <LoginField
        name="verifyCode"
        label={labels.verifyCode}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="不分大小写"
        value={typed.verifyCode}
        error={errors.verifyCode}
        change={(value) => type('verifyCode', value)}
        autoFocus={name !== ''}
      >
        <CaptchaPicture image={captcha?.image} failed={failed} reload={another} />
      </LoginField>
      <LoginField
        name="phoneCode"
        label={labels.phoneCode}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={typed.phoneCode}
        error={errors.phoneCode}
        change={(value) => type('phoneCode', value)}
      >
        {/* it keeps the focus while it does nothing */}
        <button
          type="button"
          className="send"
          aria-disabled={wait.left > 0 || busy !== null}
          onClick={() => void send()}
        >
          {wait.left > 0 ? `${wait.left} 秒后重发` : codeId === '' ? '获取验证码' : '重新获取'}
        </button>
      </LoginField>
      <p className="told" role="status">
        {told || '验证码发到账号登记的手机。'}
      </p>
      <button type="submit" className="submit" disabled={busy === 'enter'}>
        {busy === 'enter' ? '正在登录……' : '登录'}
      </button>
      <p className="other-ways">
        <button type="button" onClick={back}>
          密码登录
        </button>
      </p>
    </form>
  )
}
