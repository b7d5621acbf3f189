import { Link, useLocation } from 'react-router'
import { newsStatus } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { addressWith, useListAddress } from '../../parts/list/address.ts'
import { number } from '../../parts/list/cells.tsx'
import { type ListTab, ListTabs } from '../../parts/list/ListTabs.tsx'
import { api, places } from './calls.ts'

/** In the order of an article's way. */
const states = [3, 1, 0, 2, 4, 5] as const
/** What the counts follow; of what else narrows the list they know nothing, and are left out then. */
const counted = ['status', 'mine', 'columnId']

/** The states as tabs with how many articles are in each, and 我的 over all of them. */
export function StateTabs({ me }: { me: string | undefined }) {
  const { can } = useRights()
  const { search } = useLocation()
  const [{ filters }] = useListAddress()
  const { mine = '', columnId = '' } = filters
  const known = Object.keys(filters).every((name) => counted.includes(name))
  const asked = { ...(columnId && { columnId, withChildren: true }), ...(mine && me && { createdBy: me }) }
  const { data } = useCall('article.counts', api.counts, asked, { enabled: known, keep: true, quiet: true })
  const countOf = (state: string) =>
    state === '' ? data?.total : data?.states.find((one) => String(one.status) === state)?.count
  const twice = known && data ? data.states.reduce((n, { count }) => n + count, 0) - data.total : 0
  const tab = (state: string, says: string): ListTab => ({
    says,
    filters: { status: state },
    count: known ? countOf(state) : undefined,
  })
  return (
    <ListTabs
      label="按状态"
      tabs={[tab('', '全部'), ...states.map((state) => tab(String(state), newsStatus[state]))]}
      more={
        can('article_delete') && (
          <li>
            <Link to={places.recycle}>回收站</Link>
          </li>
        )
      }
    >
      {twice > 0 && (
        <small className="muted counted-twice" title="已发布的文章有修订时，在「已发布」和修订所处的状态中各计一次">
          {number(twice)} 篇有修订，计入两处
        </small>
      )}
      <Link
        className="mine"
        to={addressWith(search, { filters: { ...filters, mine: mine ? '' : '1' } })}
        role="switch"
        aria-checked={mine !== ''}
      >
        只看我的
      </Link>
    </ListTabs>
  )
}
