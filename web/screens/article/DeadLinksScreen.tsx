import { Button } from 'antd'
import { Link } from 'react-router'
import { deadLinkRow } from '../../../core/contract/article/links.ts'
import { article as contract } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { schedule } from '../../../core/contract/schedule.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { api, places } from './calls.ts'

const { run } = callsOf(schedule)
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
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const checking = useAction(run)
  async function check() {
    const job = await checking.run({ name: 'links' })
    if (!job) return
    await stale('article', 'schedule')
    if (job.state === 'failed') say.error(job.says ?? '检查没有完成')
    else say.success(job.state === 'running' ? '正在检查，完成后结果出现在这里' : (job.says ?? '检查完成'))
  }
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
            {data && (data.at ? `${data.at} ${data.says}` : '还没有检查过，每晚检查一次')}
          </span>{' '}
          {can('schedule_list') && <Link to="/main/system/schedule">计划任务</Link>}
        </p>
      }
      main={
        can('schedule_run') && (
          <Button type="primary" loading={checking.busy} onClick={() => void check()}>
            立即检查
          </Button>
        )
      }
      empty={data?.at ? '没有失效的链接' : '检查之后，失效的链接出现在这里'}
    />
  )
}
