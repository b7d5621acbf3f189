import { here } from './console.ts'

/** The session as the browser keeps it; the names are the specification's (main-console §3). */
const names = ['token', 'userAccount', 'appKey', 'roleKeys'] as const
type Name = (typeof names)[number]

const backKey = 'backTo'
const overKey = 'sessionOver'
const whyKey = 'sessionOverWhy'

/** Where the shell begins. */
const homeAddress = `/web${here.start}`

const get = (name: Name) => localStorage.getItem(name) ?? ''

/** The session of this browser, in localStorage. */
export const session = {
  token: () => get('token') || undefined,
  userAccount: () => get('userAccount'),
  appKey: () => here.app,
  /** The permission keys of the last sign-in; the shell asks for them anew. */
  roleKeys(): readonly string[] {
    try {
      const keys: unknown = JSON.parse(get('roleKeys') || '[]')
      return Array.isArray(keys) ? keys.map(String) : []
    } catch {
      return []
    }
  },
  begin(token: string, account: string): void {
    localStorage.setItem('token', token)
    localStorage.setItem('userAccount', account)
    localStorage.setItem('appKey', here.app)
    sessionStorage.removeItem(overKey)
    sessionStorage.removeItem(whyKey)
  },
  keepKeys: (keys: readonly string[]) => localStorage.setItem('roleKeys', JSON.stringify(keys)),
  /** Forgets token and rights. The account stays: it names the drafts and is filled in at the next sign-in. */
  end(): void {
    localStorage.removeItem('token')
    localStorage.removeItem('roleKeys')
  },
}

/** The session that this page was opened in; what is shared with programs without a page knows none. */
const opened = 'localStorage' in globalThis ? session.token() : undefined

/** Whether the page still shows what the one who is signed in may see. */
export const sameSession = (): boolean => opened !== undefined && session.token() === opened

const deviceKey = (account: string) => `device ${account}`

/** What this browser shows at the next sign-in of an account, so that others' failures do not lock it out; it gives no right. */
export const device = {
  of: (account: string) => localStorage.getItem(deviceKey(account)) ?? undefined,
  keep: (account: string, secret: string) => localStorage.setItem(deviceKey(account), secret),
}

/** What became of what somebody was typing: kept by the browser, no room for it, or there was nothing. */
type Unsaved = 'kept' | 'lost' | 'nothing'
const forms = new Set<() => Unsaved>()

/** Asked before the session's end leads away from a form, to keep what stands in it. */
export function beforeSignIn(keep: () => Unsaved): () => void {
  forms.add(keep)
  return () => void forms.delete(keep)
}

const askForms = (): Unsaved[] => [...forms].map((form) => form())

/**
 * Keeps what stands in forms before somebody signs out, here or in another tab; the sign-in page tells of it.
 * @returns false where the browser had no room for it
 */
export function keepTyped(): boolean {
  const unsaved = askForms()
  if (unsaved.includes('kept')) sessionStorage.setItem(overKey, 'left')
  return !unsaved.includes('lost')
}

/**
 * Goes to the sign-in page and keeps the address to return to; `lose` also where something typed could not be kept.
 * @param why the server's words, where it is for something else than time
 * @returns false where it stays for that reason
 */
export function toLogin(keep = true, lose = false, why = ''): boolean {
  const unsaved = askForms()
  if (keep && !lose && unsaved.includes('lost')) return false
  if (keep && session.token()) sessionStorage.setItem(overKey, unsaved.includes('kept') ? 'kept' : 'over')
  if (keep && why) sessionStorage.setItem(whyKey, why)
  const whose = session.token() ? session.userAccount() : ''
  session.end()
  const address = location.pathname + location.search
  if (keep && here.shell.test(address)) sessionStorage.setItem(backKey, `${address} ${whose}`)
  else sessionStorage.removeItem(backKey)
  location.assign(here.login)
  return true
}

/** Why somebody is at the sign-in page again: the session was `over`, what they had typed then was `kept`; or they `left`, and it was kept too. */
export const sessionOver = (): string | null => sessionStorage.getItem(overKey)
/** The words for it, where it was something else than time. */
export const sessionOverWhy = (): string => sessionStorage.getItem(whyKey) ?? ''

/** The address kept when the session ended; only one of the shell's own, and not what another account was at. */
export function takeBack(): string {
  const [kept = '', whose = ''] = (sessionStorage.getItem(backKey) ?? '').split(' ')
  sessionStorage.removeItem(backKey)
  if (whose !== '' && whose !== session.userAccount()) return homeAddress
  return here.shell.test(kept) ? kept : homeAddress
}

/** Told when another tab signs out (`out`), or in as somebody else. */
export function onSessionElsewhere(tell: (out: boolean) => void): () => void {
  const hear = (event: StorageEvent) =>
    event.key === 'token' && event.newValue !== event.oldValue && tell(event.newValue === null)
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/**
 * Told when the way back brings this page as it was left, out of the browser's cache, and somebody has signed out or in since: what it
 * shows is nobody's any more, and is covered at once.
 */
export function onComeBack(tell: () => void): () => void {
  const come = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || session.token() === opened) return
    document.documentElement.style.visibility = 'hidden'
    tell()
  }
  window.addEventListener('pageshow', come)
  return () => window.removeEventListener('pageshow', come)
}
