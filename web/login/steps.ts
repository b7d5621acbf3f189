import type { PasswordForm } from '../../core/domain/password-policy.ts'
import { ApiError } from '../../core/errors.ts'

/** What a right password is answered with where something more is asked for, and why. */
export type Step =
  | { readonly kind: 'renew'; readonly says: string; readonly ticket: string; readonly policy: PasswordForm }
  | { readonly kind: 'factor'; readonly says: string; readonly ticket: string }
  | { readonly kind: 'enrol'; readonly says: string; readonly ticket: string }

/** The step that a refusal leads to; null: it is another refusal. */
export function stepOf(thrown: unknown): Step | null {
  if (!(thrown instanceof ApiError) || thrown.detail === null) return null
  const says = thrown.message
  if (thrown.code === 'PASSWORD_EXPIRED')
    return { kind: 'renew', says, ...(thrown.detail as { ticket: string; policy: PasswordForm }) }
  if (thrown.code !== 'SECOND_FACTOR') return null
  const { ticket, enrol } = thrown.detail as { ticket: string; enrol: boolean }
  return enrol ? { kind: 'enrol', says, ticket } : { kind: 'factor', says, ticket }
}

/** What each step is given. */
export interface StepProps<K extends Step['kind'] = Step['kind']> {
  readonly account: string
  readonly step: Extract<Step, { kind: K }>
  readonly done: (token: string) => Promise<void>
  /** Something more is asked for. */
  readonly next: (step: Step) => void
  /** Back to the sign-in: the ticket is over. */
  readonly again: (says: string) => void
}

/** What the server says of a ticket that is over, as against a code that is wrong. */
export const isOver = (error: ApiError): boolean => error.code === 'LOGIN_FAILED' && /超时|用户名/.test(error.message)
