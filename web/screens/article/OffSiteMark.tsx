import { Link } from 'react-router'
import { offSiteStates } from '../../../core/domain/traces.ts'
import { useCall } from '../../data/calls.ts'
import { addressWith } from '../../parts/list/address.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { api, places } from './calls.ts'

const tones: Readonly<Record<number, string>> = { 0: 'wait', 1: 'good', 2: 'bad', 3: 'wait' }

/** What a check came to, by its look and in a word. */
export const OffSiteMark = ({ state }: { readonly state: string | number | null }) => (
  <span className={`status ${tones[Number(state)]}`}>{offSiteStates[Number(state) as 0]}</span>
)

/** The last check of an article that has left the site, and the way to all of them; nothing where it never did. */
export function OffSiteLine({ articleId }: { readonly articleId: string }) {
  const { data } = useCall('article.offSite', api.offSite, { articleId, pageSize: 10 }, { quiet: true })
  const last = data?.list[0]
  if (!last) return null
  return (
    <Link to={`${places.offSite}${addressWith('', { filters: { articleId } })}`}>
      {offSiteStates[Number(last.state) as 0]}
      {last.at && ` ${shortTime(last.at)}`}
    </Link>
  )
}
