import { Link } from 'react-router'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { api, places } from './calls.ts'

/** Where an article comes from that a unit reported; nothing of all others. */
export function ReportedAs({ articleId }: { readonly articleId: string }) {
  const { can } = useRights()
  const asked = { articleId, pageSize: 1 }
  const { data } = useCall('report.list', api.list, asked, { enabled: can('report_list'), quiet: true })
  const row = data?.list[0]
  if (!row) return null
  return (
    <span className="muted">
      采用自{row.deptName}报送的<Link to={places.one(row.id)}>《{row.title}》</Link>
    </span>
  )
}
