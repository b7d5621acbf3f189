import { type FormEvent, useEffect, useRef, useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { passwordFault } from '../../core/domain/password.ts'
import { type PasswordForm, policyWords } from '../../core/domain/password-policy.ts'
import { ApiError } from '../../core/errors.ts'
import { pleaseEnter } from '../../core/text.ts'
import { callsOf } from '../data/client.ts'
import { device } from '../data/session.ts'
import { LoginField } from './LoginField.tsx'
import { type StepProps, stepOf } from './steps.ts'

const { renew } = callsOf(auth)

const fields = [
  { name: 'newPassword', label: '新密码' },
  { name: 'again', label: '再次输入新密码' },
] as const
type Field = (typeof fields)[number]['name']
type Errors = Partial<Record<Field | 'form', string>>

function faultsOf(
  { newPassword, again }: Readonly<Record<Field, string>>,
  account: string,
  policy: PasswordForm,
): Errors {
  if (newPassword === '') return { newPassword: pleaseEnter('新密码') }
  const fault = passwordFault(newPassword, account, [], policy)
  if (fault) return { newPassword: `新密码${fault}` }
  return again === newPassword ? {} : { again: '两次输入的不一致' }
}

/** Whoever was given a password by somebody else gives themselves another one, and is signed in by it. */
export default function Renew({ account, step: { says, ticket, policy }, done, next, again }: StepProps<'renew'>) {
  const [values, setValues] = useState({ newPassword: '', again: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const wrong = fields.find(({ name }) => errors[name])
    if (wrong) form.current?.querySelector<HTMLInputElement>(`input[name=${wrong.name}]`)?.focus()
  }, [errors])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = faultsOf(values, account, policy)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await done(await renew({ ticket, newPassword: values.newPassword, device: device.of(account) }))
    } catch (thrown) {
      const step = stepOf(thrown)
      if (step) return next(step)
      const error = thrown instanceof ApiError ? thrown : null
      if (error?.code === 'LOGIN_FAILED') return again(error.message)
      setErrors({ [error?.code === 'BAD_INPUT' ? 'newPassword' : 'form']: error?.message ?? '修改未成功，请重试' })
      setBusy(false)
    }
  }
  return (
    <form ref={form} className="card" onSubmit={submit} noValidate aria-label="修改密码">
      <h1>请先修改密码</h1>
      <p className="over" role="status">
        {says}。新密码{policyWords(policy)}，不要用容易猜到的。
      </p>
      {/* password managers file the new one under it */}
      <input type="hidden" name="username" value={account} autoComplete="username" />
      {fields.map(({ name, label }, i) => (
        <LoginField
          key={name}
          name={name}
          label={label}
          type="password"
          value={values[name]}
          autoComplete="new-password"
          error={errors[name]}
          change={(value) => setValues({ ...values, [name]: value })}
          autoFocus={i === 0}
        />
      ))}
      {errors.form && (
        <p className="error form-error" role="alert">
          {errors.form}
        </p>
      )}
      <button type="submit" className="submit" disabled={busy}>
        {busy ? '正在登录……' : '修改并继续'}
      </button>
    </form>
  )
}
