import { useEffect, useState } from 'react'
import { session } from '../../data/session.ts'

/** What a form tells those of the other tabs. */
interface Word {
  readonly says: 'asks' | 'here' | 'left'
  /** What it is over. */
  readonly thing: string
  /** Where it keeps what is typed in it. */
  readonly key: string
}

/** After this nobody is waited for: a tab that sleeps has nothing to lose by what is done here. */
const answersMs = 100

/** The forms that are open over the same thing in other tabs, by where they keep what is typed; and whether all have had time to say so. */
export function useOthers(thing: string, key: string) {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    const channel = new BroadcastChannel(`forms:${session.userAccount()}`)
    const tell = (says: Word['says']) => channel.postMessage({ says, thing, key } satisfies Word)
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.thing !== thing) return
      setOthers(
        (all) => new Set([...[...all].filter((one) => one !== data.key), ...(data.says === 'left' ? [] : [data.key])]),
      )
      if (data.says === 'asks') tell('here')
    }
    const leave = () => tell('left')
    tell('asks')
    const timer = setTimeout(() => setAsked(true), answersMs)
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leave)
      leave()
      channel.close()
      setOthers(new Set())
    }
  }, [thing, key])
  return { others, asked }
}
