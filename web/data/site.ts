import { useEffect, useState } from 'react'
import { home } from '../../core/contract/home.ts'
import { consoleTitleOf, reportTitleOf, siteTitle } from '../../core/text.ts'
import { callsOf } from './client.ts'
import { reporting } from './console.ts'

const { site } = callsOf(home)
const keptName = 'siteName'

/** What everybody may know of the site. */
interface Site {
  readonly name: string
  /** The staff may sign in by a code on their phone. */
  readonly byMobile: boolean
}

let asked: Promise<Site> | undefined
/** Asks once for each page that is opened; what was said last time stands there at once. */
const ask = () => {
  asked ??= site({}).then(({ name, byMobile }) => {
    localStorage.setItem(keptName, name)
    return { name, byMobile: byMobile === 1 }
  })
  return asked
}

const hear = new Set<(now: Site) => void>()

/** Asks for the site's name anew, once it may have been changed: whatever shows it follows. */
export function readSiteAgain(): void {
  asked = undefined
  ask().then(
    (now) => {
      for (const tell of hear) tell(now)
    },
    () => undefined,
  )
}

/** The site's own name, what the console is called after it, and how one signs in there. */
export function useSite(): Site & { readonly consoleTitle: string } {
  const [now, setNow] = useState<Site>(() => ({ name: localStorage.getItem(keptName) || siteTitle, byMobile: false }))
  useEffect(() => {
    // without it the screens work as well: a failure that matters shows itself in what they ask for
    ask().then(setNow, () => undefined)
    hear.add(setNow)
    return () => void hear.delete(setNow)
  }, [])
  return { ...now, consoleTitle: (reporting ? reportTitleOf : consoleTitleOf)(now.name) }
}
