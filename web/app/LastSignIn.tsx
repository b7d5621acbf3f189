import { lastSignInSays } from '../../core/domain/last-sign-in.ts'
import { useMe } from '../data/me.ts'

/** When and from where whoever is signed in was here before, so that they notice what was not them. */
export function LastSignIn() {
  const me = useMe()
  const says = me ? lastSignInSays(me) : ''
  if (says === '') return null
  return <p className={me?.failedLogins ? 'last-sign-in doubt' : 'last-sign-in muted'}>{says}</p>
}
