import type { AskProof } from '../../core/client/proving.ts'
import type { ApiError } from '../../core/errors.ts'
import { whileAsked } from './asked.ts'

/** What is to be shown. */
export type By = 'password' | 'code'
type Asker = (by: By) => Promise<boolean>
let asker: Asker | null = null

/** Names the dialog that asks. @returns how it goes again */
export function asksProof(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** Asks whoever sits there; the refusal stands where nobody can be asked, or they will not. */
export const askProof =
  (shown: (error: ApiError) => void): AskProof =>
  async (refusal) => {
    const asks = asker
    if (!asks) throw refusal
    // the dialog says it
    shown(refusal)
    const { by } = (refusal.detail ?? {}) as { by?: By }
    if (!(await whileAsked(() => asks(by ?? 'password')))) throw refusal
  }
