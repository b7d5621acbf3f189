import { Link, useParams } from 'react-router'
import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { Articles } from './Articles.tsx'
import { api, backToList, kind, places } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

/** One page of an issue with what stands on it. */
export default function PageScreen() {
  const { id = '', page = '' } = useParams()
  const issue = useCall('periodical.get', api.get, { id }, { fresh: true })
  const { data: row, error, refetch } = useCall('periodical.pageGet', api.pageGet, { id: page }, { fresh: true })
  const wrong = error ?? issue.error
  if (wrong && (!row || !issue.data)) return <ErrorState error={wrong} retry={() => void refetch()} back={backToList} />
  if (!row || !issue.data) return <Loading />
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{`《${issue.data.title}》${row.title}`}</h1>
        <StateMark {...kind.states} value={row.status} />
        <span className="grow" />
        <Link to={places.one(id)}>返回这一期</Link>
      </div>
      <section className="panel" aria-label="篇目">
        <Articles key={row.id} issue={issue.data} page={row} />
      </section>
    </article>
  )
}
