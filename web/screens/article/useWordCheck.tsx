import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useSay } from '../../app/say.ts'
import type { Edit } from '../../parts/form/useEdit.tsx'
import { api } from './calls.ts'
import type { Values } from './fields.ts'
import { corrected, doubtful, type WordCheck, type WordHit } from './word-hits.ts'

const WordDrawer = lazy(() => import('./WordDrawer.tsx'))

interface Shown {
  readonly check: WordCheck
  /** Somebody waits for what the writer says to it. */
  readonly asking: boolean
}

/** Looks what stands in the form through for the words of the lists: on a press, and before it goes to who audits it. */
export function useWordCheck({ form, values, onValuesChange }: Edit<Values>) {
  const say = useSay()
  const [shown, setShown] = useState<Shown | null>(null)
  const answer = useRef<(goesOn: boolean) => void>(null)

  const look = () => api.detection(values() as Parameters<typeof api.detection>[0])

  /** On a press: shows what there is, or that there is nothing. */
  async function show() {
    try {
      setShown({ check: await look(), asking: false })
    } catch (error) {
      say.refused(error)
    }
  }

  function end(goesOn: boolean) {
    setShown(null)
    answer.current?.(goesOn)
    answer.current = null
  }

  /** Before it goes on: asks where something was found. @returns the words that the writer stands by; null: it does not go on */
  async function seen(): Promise<readonly string[] | null> {
    try {
      const check = await look()
      if (check.total === 0 || check.level === null) return []
      setShown({ check, asking: true })
      const goesOn = await new Promise<boolean>((resolve) => {
        answer.current = resolve
      })
      return goesOn ? doubtful(check) : null
    } catch (error) {
      say.refused(error)
      return null
    }
  }

  /** Puts the suggestion in place, and shows what is left. */
  function correction(hit: WordHit) {
    const change = corrected(values(), hit)
    if (!change || !shown) return null
    return async () => {
      form.setFieldsValue(change as never)
      onValuesChange()
      try {
        setShown({ ...shown, check: await look() })
      } catch (error) {
        say.refused(error)
      }
    }
  }

  const drawer: ReactNode = shown && (
    <Suspense fallback={null}>
      <WordDrawer
        check={shown.check}
        goOn={shown.asking ? () => end(true) : undefined}
        correction={correction}
        close={() => end(false)}
      />
    </Suspense>
  )
  return { show, seen, drawer }
}
