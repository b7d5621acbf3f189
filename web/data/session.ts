/** The session as the browser keeps it; the names are the specification's (main-console §3). */
const names = ['token', 'userAccount', 'appKey', 'roleKeys'] as const
type Name = (typeof names)[number]

const backKey = 'backTo'
const appKey = 'admin'

/** Where the sign-in page is, and where the shell begins. */
const loginAddress = '/web/'
const homeAddress = '/web/main/home/audit'

const get = (name: Name) => localStorage.getItem(name) ?? ''

/** The session of this browser, in localStorage. */
export const session = {
  token: () => get('token') || undefined,
  userAccount: () => get('userAccount'),
  appKey: () => get('appKey') || appKey,
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
    localStorage.setItem('appKey', appKey)
  },
  keepKeys: (keys: readonly string[]) => localStorage.setItem('roleKeys', JSON.stringify(keys)),
  /** Forgets token and rights. The account stays: it names the drafts and is filled in at the next sign-in. */
  end(): void {
    localStorage.removeItem('token')
    localStorage.removeItem('roleKeys')
  },
}

/** Goes to the sign-in page and keeps the address to return to. */
export function toLogin(keep = true): void {
  session.end()
  const here = location.pathname + location.search
  if (keep && here.startsWith('/web/main')) sessionStorage.setItem(backKey, here)
  else sessionStorage.removeItem(backKey)
  location.assign(loginAddress)
}

/** The address kept when the session ended; only one of the shell's own. */
export function takeBack(): string {
  const kept = sessionStorage.getItem(backKey) ?? ''
  sessionStorage.removeItem(backKey)
  return /^\/web\/main(?:[/?]|$)/.test(kept) ? kept : homeAddress
}

/** Told when another tab signs out, or in as somebody else. */
export function onSessionElsewhere(tell: () => void): () => void {
  const hear = (event: StorageEvent) => event.key === 'token' && event.newValue !== event.oldValue && tell()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
