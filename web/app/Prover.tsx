import { useEffect, useState } from 'react'
import { asksProof, type By } from '../data/proof.ts'
import { lazyPart } from '../parts/lazy.tsx'
import { useSay } from './say.ts'

const ProveDialog = lazyPart(() => import('./ProveDialog.tsx'))

interface Asked {
  readonly by: By
  readonly answer: (proved: boolean) => void
}

/** Where a call waits for who is signed in to show again who they are. */
export function Prover() {
  const say = useSay()
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      asksProof(
        (by) =>
          new Promise((resolve) => {
            const answer = (proved: boolean) => {
              setAsked(null)
              if (!proved) say.warning('没有核对身份，操作没有进行')
              resolve(proved)
            }
            setAsked({ by, answer })
          }),
      ),
    [say],
  )
  if (!asked) return null
  return <ProveDialog by={asked.by} proved={() => asked.answer(true)} close={() => asked.answer(false)} />
}
