import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { ApiError } from '../../core/errors.ts'
import { pleaseEnter } from '../../core/text.ts'
import { callsOf } from '../data/client.ts'
import { reporting } from '../data/console.ts'
import { device, session, sessionOver, sessionOverWhy, takeBack } from '../data/session.ts'
import { useSite } from '../data/site.ts'
import { CaptchaPicture } from './CaptchaPicture.tsx'
import { useCaptcha } from './captcha.ts'
import { LoginField } from './LoginField.tsx'
import { prefetchShell } from './prefetch.ts'
import { type Step, type StepProps, stepOf } from './steps.ts'

const Mobile = lazy(() => import('./Mobile.tsx'))
const Renew = lazy(() => import('./Renew.tsx'))
const Factor = lazy(() => import('./Factor.tsx'))
const Enrol = lazy(() => import('./Enrol.tsx'))

const { login, device: remember } = callsOf(auth)

/** The fields in their order; `code` decides which one a refusal of the server belongs to. */
const fields = [
  { name: 'username', label: '账号', type: 'text', autoComplete: 'username' },
  { name: 'password', label: '密码', type: 'password', autoComplete: 'current-password' },
  { name: 'verifyCode', label: '验证码', type: 'text', autoComplete: 'off' },
] as const
type Field = (typeof fields)[number]['name']
type Errors = Partial<Record<Field | 'form', string>>

const fieldOf: Readonly<Record<string, Field>> = { LOGIN_FAILED: 'password', CAPTCHA_WRONG: 'verifyCode' }

function missing(values: Readonly<Record<Field, string>>): Errors {
  const empty = fields.filter((field) => values[field.name].trim() === '')
  return Object.fromEntries(empty.map((field) => [field.name, pleaseEnter(field.label)]))
}

/** Lets the server know this browser again; a convenience for later, so without it one is signed in none the less. */
async function keepDevice(account: string): Promise<void> {
  try {
    device.keep(account, (await remember({ device: device.of(account) })).device)
  } catch {}
}

/** Sign-in: account, password, captcha; errors stand at their fields. */
export function Login() {
  const [values, setValues] = useState({ username: session.userAccount(), password: '', verifyCode: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  /** What is still to be shown, once the password was right. */
  const [step, setStep] = useState<Step | null>(null)
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const { captcha, failed, reload } = useCaptcha()
  const { name, consoleTitle, byMobile } = useSite()
  const [mobile, setMobile] = useState(false)
  useEffect(() => {
    document.title = `登录 - ${consoleTitle}`
  }, [consoleTitle])
  const over = sessionOver()

  const focus = (name: Field) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  function change(name: Field, value: string) {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors(({ [name]: _gone, form: _form, ...rest }) => rest)
    prefetchShell()
  }

  function refuse(found: Errors) {
    setErrors(found)
    const first = fields.find((field) => found[field.name])
    if (first) focus(first.name)
  }

  /** What was typed of the picture before means nothing now. */
  function another() {
    change('verifyCode', '')
    focus('verifyCode')
    void reload()
  }

  async function enter(token: string) {
    const account = values.username.trim()
    session.begin(token, account)
    await keepDevice(account)
    location.assign(takeBack())
  }

  /** From the beginning: what was shown of the password is over. */
  function restart(says: string) {
    setStep(null)
    setValues((now) => ({ ...now, password: '', verifyCode: '' }))
    setErrors(says === '' ? {} : { form: says })
    void reload()
    sending.current = false
    setBusy(false)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.current) return
    const empty = missing(values)
    if (Object.keys(empty).length > 0) return refuse(empty)
    sending.current = true
    setBusy(true)
    try {
      const account = values.username.trim()
      const token = await login({
        ...values,
        username: account,
        codeId: captcha?.codeId ?? '',
        device: device.of(account),
      })
      await enter(token)
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : null
      const next = stepOf(thrown)
      if (next) return setStep(next)
      refuse({ [fieldOf[error?.code ?? ''] ?? 'form']: error?.message ?? '登录未成功，请重试' })
      setValues((now) => ({ ...now, verifyCode: '' }))
      void reload()
      sending.current = false
      setBusy(false)
    }
  }

  /** The other way to sign in, with the account that stands there. */
  function swap(toMobile: boolean) {
    restart('')
    setMobile(toMobile)
  }

  if (step !== null)
    return (
      <Page name={name}>
        <Suspense fallback={null}>
          <NextStep
            key={step.ticket}
            account={values.username.trim()}
            step={step}
            done={enter}
            next={setStep}
            again={restart}
          />
        </Suspense>
      </Page>
    )
  if (mobile)
    return (
      <Page name={name}>
        <Suspense fallback={null}>
          <Mobile
            title={consoleTitle}
            account={values.username}
            change={(account) => change('username', account)}
            says={errors.form}
            done={enter}
            next={setStep}
            back={() => swap(false)}
          />
        </Suspense>
      </Page>
    )
  return (
    <Page name={name}>
      <form ref={form} className="card" onSubmit={submit} noValidate>
        <h1>{consoleTitle}</h1>
        {over && (
          <p className="over" role="status">
            {over !== 'left' && (sessionOverWhy() || '登录已过期，或已在别处退出，请重新登录。')}
            {over === 'kept' && '您填写的内容已暂存在此浏览器中，登录后可恢复。'}
            {over === 'left' && '您填写的内容已暂存在此浏览器中，登录后再次打开时可恢复。'}
          </p>
        )}
        {fields.map(({ name, ...field }) => (
          <LoginField
            key={name}
            name={name}
            {...field}
            value={values[name]}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={name === 'verifyCode' ? '不分大小写' : undefined}
            error={errors[name]}
            change={(value) => change(name, value)}
            autoFocus={name === (session.userAccount() ? 'password' : 'username')}
          >
            {name === 'verifyCode' && <CaptchaPicture image={captcha?.image} failed={failed} reload={another} />}
          </LoginField>
        ))}
        {errors.form && (
          <p className="error form-error" role="alert">
            {errors.form}
          </p>
        )}
        <button type="submit" className="submit" disabled={busy}>
          {busy ? '正在登录……' : '登录'}
        </button>
        {byMobile && (
          <p className="other-ways">
            <button type="button" onClick={() => swap(true)}>
              手机验证码登录
            </button>
          </p>
        )}
      </form>
    </Page>
  )
}

function NextStep({ step, ...rest }: StepProps) {
  if (step.kind === 'renew') return <Renew {...rest} step={step} />
  if (step.kind === 'factor') return <Factor {...rest} step={step} />
  return <Enrol {...rest} step={step} />
}

function Page({ name, children }: { name: string; children: ReactNode }) {
  return (
    <main className="page">
      <section className="brand" aria-hidden="true">
        <p className="brand-small">{reporting ? '信息报送 · 审核采用 · 通报排名' : '内容管理 · 互动交流 · 审核发布'}</p>
        <p className="brand-name">{name}</p>
      </section>
      {children}
    </main>
  )
}
