import { useEffect, useState } from 'react'
import { home } from '../../core/contract/home.ts'
import { consoleTitleOf, siteTitle } from '../../core/text.ts'
import { callsOf } from './client.ts'

const { site } = callsOf(home)
const keptName = 'siteName'

let asked: Promise<string> | undefined
/** Asks once for each page that is opened; what was said last time stands there at once. */
const ask = () => {
  asked ??= site({}).then(({ name }) => {
    localStorage.setItem(keptName, name)
    return name
  })
  return asked
}

const hear = new Set<(name: string) => void>()

/** Asks for the site's name anew, once it may have been changed: whatever shows it follows. */
export function readSiteAgain(): void {
  asked = undefined
  ask().then(
    (name) => {
      for (const tell of hear) tell(name)
    },
    () => undefined,
  )
}

/** The site's own name, and what the console is called after it. */
export function useSite(): { readonly name: string; readonly consoleTitle: string } {
  const [name, setName] = useState(() => localStorage.getItem(keptName) || siteTitle)
  useEffect(() => {
    // without it the screens work as well: a failure that matters shows itself in what they ask for
    ask().then(setName, () => undefined)
    hear.add(setName)
    return () => void hear.delete(setName)
  }, [])
  return { name, consoleTitle: consoleTitleOf(name) }
}
