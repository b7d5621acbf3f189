import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { addressWith, aside, useListAddress } from './address.ts'
import { number } from './cells.tsx'
import './list-tabs.css'

/** What a tab narrows the list to, in its words, and how many rows that leaves; unknown: no number. */
export interface ListTab {
  readonly says: string
  readonly filters: Readonly<Record<string, string>>
  readonly count?: number | undefined
}

interface Props {
  /** What the tabs are for: 按状态. */
  readonly label: string
  readonly tabs: readonly ListTab[]
  /** Further entries of the row, as `<li>`. */
  readonly more?: ReactNode
  /** What stands behind the row. */
  readonly children?: ReactNode
}

/** Tabs over a list, each a link to the same list narrowed further; what else narrows it stays. */
export function ListTabs({ label, tabs, more, children }: Props) {
  const { search } = useLocation()
  const [{ filters }] = useListAddress()
  const fields = [...new Set(tabs.flatMap((tab) => Object.keys(tab.filters)))]
  const whole = (own: ListTab['filters']) => Object.fromEntries(fields.map((field) => [field, own[field] ?? '']))
  const isCurrent = (own: ListTab['filters']) =>
    Object.entries(whole(own)).every(([field, value]) => (filters[field] ?? '') === value)
  return (
    <nav className="state-tabs no-print" aria-label={label}>
      <ul>
        {tabs.map(({ says, filters: own, count }) => (
          <li key={says}>
            <Link
              to={addressWith(search, { filters: { ...filters, ...whole(own) } })}
              state={aside(filters)}
              aria-current={isCurrent(own) ? 'true' : undefined}
            >
              {says} {count !== undefined && <b>{number(count)}</b>}
            </Link>
          </li>
        ))}
        {more}
      </ul>
      {children}
    </nav>
  )
}
