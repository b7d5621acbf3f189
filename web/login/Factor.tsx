import { type FormEvent, useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { ApiError } from '../../core/errors.ts'
import { pleaseEnter } from '../../core/text.ts'
import { callsOf } from '../data/client.ts'
import { device } from '../data/session.ts'
import { LoginField } from './LoginField.tsx'
import { isOver, type StepProps, stepOf } from './steps.ts'

const { factor } = callsOf(auth)

/** The code that the phone shows, or one of the recovery codes. */
export default function Factor({ account, step: { ticket }, done, next, again }: StepProps<'factor'>) {
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const label = recovery ? '恢复码' : '动态口令'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') return setWrong(pleaseEnter(label))
    setBusy(true)
    try {
      await done(await factor({ ticket, code, device: device.of(account) }))
    } catch (thrown) {
      const step = stepOf(thrown)
      if (step) return next(step)
      const error = thrown instanceof ApiError ? thrown : null
      if (error && isOver(error)) return again(error.message)
      setWrong(error?.message ?? '登录未成功，请重试')
      setCode('')
      setBusy(false)
    }
  }
  function swap() {
    setRecovery(!recovery)
    setCode('')
    setWrong('')
  }
  return (
    <form className="card" onSubmit={submit} noValidate aria-label="核对动态口令">
      <h1>输入{label}</h1>
      <p className="over" role="status">
        {recovery
          ? '输入绑定时保存的一个恢复码，每个只能用一次。'
          : '打开手机上绑定过的验证器应用，输入本账号现在的 6 位数字。'}
      </p>
      <LoginField
        // another field, for those who fill in what the phone sent
        key={label}
        name="code"
        label={label}
        type="text"
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        value={code}
        error={wrong || undefined}
        change={(value) => {
          setCode(value)
          setWrong('')
        }}
        autoFocus
      />
      <button type="submit" className="submit" disabled={busy}>
        {busy ? '正在登录……' : '登录'}
      </button>
      <p className="other-ways">
        <button type="button" onClick={swap}>
          {recovery ? '用动态口令' : '手机不在身边？用恢复码'}
        </button>
        <button type="button" onClick={() => again('')}>
          换一个账号
        </button>
      </p>
    </form>
  )
}
