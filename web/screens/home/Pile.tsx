import { Link } from 'react-router'
import { useCall } from '../../data/calls.ts'
import { Ago, number } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, type Brief, places, titleOf } from '../article/calls.ts'
import { Status } from '../article/Status.tsx'
import type { PileOf } from './piles.ts'

const shown = ['title', 'columnName', 'status', 'review', 'reason', 'updatedAt', 'submittedAt', 'publishTime'] as const

/** One pile of the desk; `createdBy`: only this user's articles. */
export function Pile({ pile, createdBy }: { pile: PileOf; createdBy?: string }) {
  const { label, none, status, sortField, size } = pile
  const asked = {
    status: [...status],
    ...(createdBy && { createdBy }),
    sortField,
    sortOrder: 'desc' as const,
    pageSize: size,
    fields: [...shown],
  }
  const { data, error, refetch } = useCall('article.list', api.list, asked as never)
  const all = `${places.list}?${new URLSearchParams({ ...(createdBy && { mine: '1' }), status: status.join(',') })}`
  return (
    <section className="panel" aria-label={label}>
      <h2>
        {label} {data && <b className="muted">{number(data.total)}</b>}
        {data && data.total > 0 && <Link to={all}>查看全部</Link>}
      </h2>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={3} />
      ) : data.total === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul>
          {data.list.map((row) => (
            <One key={row.articleId} row={row} pile={pile} />
          ))}
        </ul>
      )}
    </section>
  )
}

function One({ row, pile }: { row: Brief; pile: PileOf }) {
  const reason = row.review?.reason ?? row.reason
  return (
    <li>
      <Link to={places.edit(row.articleId)}>{pile.online ? row.title : titleOf(row)}</Link>
      <span className="muted">
        {row.columnName} · <Ago time={pile.at(row)} />
        {pile.status.length > 1 && (
          <>
            {' · '}
            {row.review ? (
              <>
                修订 <Status value={row.review.status} />
              </>
            ) : (
              <Status value={row.status} />
            )}
          </>
        )}
      </span>
      {pile.reason && reason && <span className="status bad">理由：{reason}</span>}
    </li>
  )
}
