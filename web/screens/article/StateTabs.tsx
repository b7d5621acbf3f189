import { Link, useLocation } from 'react-router'
import type { article } from '../../../core/contract/article.ts'
import type { Input } from '../../../core/contract/endpoint.ts'
import { newsStatus } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { addressWith, useListAddress } from '../../parts/list/address.ts'
import { number } from '../../parts/list/cells.tsx'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { api, places } from './calls.ts'

/** In the order of an article's way. */
const order = [3, 1, 0, 2, 4, 5] as const

interface Props {
  /** The address's filters as the list's call takes them. */
  readonly asInput: (filters: Readonly<Record<string, string>>) => Input<typeof article.counts>
}

/** The states as tabs with how many articles are in each, and 我的 over all of them. */
export function StateTabs({ asInput }: Props) {
  const { can } = useRights()
  const { search } = useLocation()
  const [{ filters }] = useListAddress()
  const { mine = '' } = filters
  return (
    <KindTabs
      call="article.counts"
      from={api.counts}
      asInput={asInput}
      words={newsStatus}
      order={order}
      more={
        <>
          <li>
            <Link to={places.calendar}>定时日历</Link>
          </li>
          {can('article_update') && (
            <li>
              <Link to={`${places.replace}${addressWith(search, { filters })}`}>查找替换</Link>
            </li>
          )}
          <li>
            <Link to={places.deadLinks}>失效链接</Link>
          </li>
          <li>
            <Link to={places.offSite}>下线核实</Link>
          </li>
          {can('article_delete') && (
            <li>
              <Link to={places.recycle}>回收站</Link>
            </li>
          )}
        </>
      }
    >
      {(counts) => {
        const twice = counts?.total ? counts.states.reduce((n, { count }) => n + count, 0) - counts.total : 0
        return (
          <>
            {twice > 0 && (
              <small
                className="muted counted-twice"
                title="已发布的文章有修订时，在「已发布」和修订所处的状态中各计一次"
              >
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
          </>
        )
      }}
    </KindTabs>
  )
}
