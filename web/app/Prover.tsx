import { useEffect, useState } from 'react'
import { asksProof, type By } from '../data/proof.ts'
import { lazyPart } from '../parts/lazy.tsx'

const ProveDialog = lazyPart(() => import('./ProveDialog.tsx'))

interface Asked {
  readonly by: By
  readonly answer: (proved: boolean) => void
}

/** Where a call waits for who is signed in to show again who they are. */
export function Prover() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      asksProof(
        (by) =>
          new Promise((resolve) => {
            const answer = (proved: boolean) => {
              setAsked(null)
              resolve(proved)
            }
            setAsked({ by, answer })
          }),
      ),
    [],
  )
  if (!asked) return null
  return <ProveDialog by={asked.by} proved={() => asked.answer(true)} close={() => asked.answer(false)} />
}
