import { Link } from 'react-router'
import { deadLinkRow } from '../../../core/contract/article/links.ts'
import { article as contract } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { useCall } from '../../data/calls.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { api, places } from './calls.ts'

type Dead = Output<typeof contract.deadLinks>['list'][number]

const columns: readonly Column<Dead>[] = [
  { field: 'title', width: 260, show: (row) => <Link to={places.edit(row.articleId)}>{row.title}</Link> },
  { field: 'why', width: 220, leads: true },
  { field: 'text', width: 160 },
  { field: 'address', width: 280 },
  { field: 'place', width: 80 },
  { field: 'foundAt', sort: true, show: (row) => shortTime(row.foundAt) },
  { field: 'articleId', width: 80, hidden: true },
]
const filters = filtersOf(contract.deadLinks, ['place', 'articleId'])

/** Links in articles that are online and lead nowhere, as the last night found them. */
export default function DeadLinksScreen() {
  const { data } = useCall('article.deadLinksState', api.deadLinksState, {}, { quiet: true })
  return (
    <ListScreen
      name="失效链接"
      call="article.deadLinks"
      from={api.deadLinks}
      row={deadLinkRow}
      idField="id"
      titleOf={(row) => `${row.title}：${row.address}`}
      columns={columns}
      filters={filters}
      tabs={
        <p className="toolbar">
          <Link to={places.list}>返回文章管理</Link>{' '}
          <span className="muted" role="status">
            {data && (data.at ? `${data.at} ${data.says}` : '还没有检查过；每晚检查一次，也可在「计划任务」中立即执行')}
          </span>
        </p>
      }
      empty="没有失效的链接"
    />
  )
}
