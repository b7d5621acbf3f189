import { type FormEvent, useEffect, useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { ApiError } from '../../core/errors.ts'
import { pleaseEnter } from '../../core/text.ts'
import { callsOf } from '../data/client.ts'
import { useClosingGuard } from '../parts/closing.ts'
import { FactorSecret } from '../parts/factor/FactorSecret.tsx'
import { RecoveryCodes } from '../parts/factor/RecoveryCodes.tsx'
import { LoginField } from './LoginField.tsx'
import { isOver, type StepProps } from './steps.ts'

const { factorEnrol, factorEnrolled } = callsOf(auth)

/** Whoever must use a second factor and has none binds one, and is signed in by it. */
export default function Enrol({ account, step: { says, ticket }, done, again }: StepProps<'enrol'>) {
  const [begun, setBegun] = useState<Awaited<ReturnType<typeof factorEnrol>> | null>(null)
  const [bound, setBound] = useState<Awaited<ReturnType<typeof factorEnrolled>> | null>(null)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const [entering, setEntering] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each ticket
  useEffect(() => {
    factorEnrol({ ticket })
      .then(setBegun)
      .catch((thrown) => again(thrown instanceof ApiError ? thrown.message : '未能开始绑定，请重新登录'))
  }, [ticket])

  // what asks about leaving is gone by then
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (bound && entering) void done(bound.token)
  }, [entering])
  // the codes are shown this once: nobody leaves them by a key that was pressed by mistake
  useClosingGuard(() => bound !== null && !entering)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !begun) return
    if (code.trim() === '') return setWrong(pleaseEnter('动态口令'))
    setBusy(true)
    try {
      setBound(await factorEnrolled({ ticket, code }))
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : null
      if (error && isOver(error)) return again(error.message)
      setWrong(error?.message ?? '绑定未成功，请重试')
      setCode('')
    }
    setBusy(false)
  }

  if (bound)
    return (
      <section className="card" aria-label="恢复码">
        <h1>请保存恢复码</h1>
        <RecoveryCodes account={account} codes={bound.recoveryCodes} />
        <button type="button" className="submit" onClick={() => setEntering(true)}>
          已保存，进入系统
        </button>
      </section>
    )
  return (
    <form className="card" onSubmit={submit} noValidate aria-label="绑定动态口令">
      <h1>绑定动态口令</h1>
      <p className="over" role="status">
        {says}。
      </p>
      {begun && <FactorSecret {...begun} />}
      <LoginField
        name="code"
        label="动态口令"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        error={wrong || undefined}
        change={(value) => {
          setCode(value)
          setWrong('')
        }}
        autoFocus
      />
      <button type="submit" className="submit" disabled={busy || !begun}>
        {busy ? '正在绑定……' : '绑定并登录'}
      </button>
    </form>
  )
}
