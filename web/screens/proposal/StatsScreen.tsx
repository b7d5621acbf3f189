import { Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { proposalCounted, proposalGroups } from '../../../core/contract/proposal/rows.ts'
import { columnsFrom } from '../../../core/sheet/columns.ts'
import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, places } from './calls.ts'
import '../../parts/toolbar.css'
import './stats.css'

const names = Object.keys(proposalCounted.shape).filter((name) => name !== 'id')
const columns = columnsFrom(proposalCounted, names)
type By = keyof typeof proposalGroups

/** How many proposals there are by unit, kind, class and outcome. */
export default function StatsScreen() {
  const [by, setBy] = useState<By>('deptId')
  const { data: rows, error, refetch } = useCall('proposal.stats', api.stats, { by })
  return (
    <article>
      <div className="toolbar">
        <h1>提案统计</h1>
        <span className="grow" />
        <Segmented
          aria-label="统计方式"
          value={by}
          onChange={(value) => setBy(value as By)}
          options={Object.entries(proposalGroups).map(([value, label]) => ({ value, label }))}
        />
        <Link className="no-print" to={places.list}>
          返回列表
        </Link>
      </div>
      {error && !rows && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !rows && <Loading />}
      {rows && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="panel proposal-stats" aria-label="统计表" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {names.map((name) => (
                    <td key={name}>{row[name as keyof typeof row]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </article>
  )
}
