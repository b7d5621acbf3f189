import { type ReactNode, useRef, useState } from 'react'
import { useSay } from '../../app/say.ts'
import type { Edit } from '../../parts/form/useEdit.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { api } from './calls.ts'
import type { Values } from './fields.ts'
import { mutePictures } from './useGoingOut.ts'
import type { Seen } from './useSaving.ts'
import { type Correction, corrected, doubtful, privateIn, type WordCheck } from './word-hits.ts'

const WordDrawer = lazyPart(() => import('./WordDrawer.tsx'))

interface Shown {
  readonly check: WordCheck
  /** Somebody waits for what the writer says to it. */
  readonly asking: boolean
}

/** Looks what stands in the form through for the words of the lists and for somebody's own data: on a press, and before it goes to who audits it. */
export function useWordCheck({ form, values, onValuesChange }: Edit<Values>) {
  const say = useSay()
  const [shown, setShown] = useState<Shown | null>(null)
  /** What the writer says: why somebody's data stand there, empty where there are none; null: it does not go on. */
  const answer = useRef<(why: string | null) => void>(null)

  const look = () => api.detection(values() as Parameters<typeof api.detection>[0])

  /** On a press: shows what there is, or that there is nothing. */
  async function show() {
    try {
      setShown({ check: await look(), asking: false })
    } catch (error) {
      say.refused(error)
    }
  }

  /** Before who audits it passes it: what is asked once more of somebody's own data, empty where there are none; null: it could not be looked. */
  async function personal(): Promise<string | null> {
    try {
      return privateIn(await look()) ? '文中含个人信息，公开后难以收回。' : ''
    } catch (error) {
      say.refused(error)
      return null
    }
  }

  function end(why: string | null) {
    setShown(null)
    answer.current?.(why)
    answer.current = null
  }

  /** Before it goes on: asks where something was found. @returns what the writer stands by; null: it does not go on */
  async function seen(): Promise<Seen | null> {
    try {
      const check = await look()
      const quiet = [check.personal, check.links, check.maps, check.files].every(({ length }) => length === 0)
      if ((check.total === 0 || check.level === null) && quiet) return { wordsSeen: '', privacyReason: '' }
      setShown({ check, asking: true })
      const why = await new Promise<string | null>((resolve) => {
        answer.current = resolve
      })
      return why === null ? null : { wordsSeen: doubtful(check).join(','), privacyReason: why }
    } catch (error) {
      say.refused(error)
      return null
    }
  }

  /** Puts what is suggested in place, and shows what is left; null: none of it can be done by a press. */
  function correction(...asked: readonly Correction[]) {
    const now = values()
    const change: Partial<Values> = {}
    for (const one of asked) Object.assign(change, corrected({ ...now, ...change }, one))
    if (Object.keys(change).length === 0 || !shown) return null
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
    <WordDrawer
      mute={mutePictures(values().content)}
      check={shown.check}
      goOn={shown.asking ? end : undefined}
      correction={correction}
      close={() => end(null)}
    />
  )
  return { show, seen, personal, drawer }
}
