import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { exportTask } from '../../../core/contract/exportTask.ts'
import { exportFormats } from '../../../core/domain/exports.ts'
import { sizeWords } from '../../../core/domain/files.ts'
import { manifestName } from '../../../core/sheet/manifest.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { download } from '../../parts/download.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { ScrollTable } from '../../parts/ScrollTable.tsx'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { JobMark } from '../../parts/states/JobMark.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'
import './exportTask.css'

const api = callsOf(exportTask)
type Task = Output<typeof exportTask.get>

const whileRunning = 1000
const usually = 30_000
const titles = ['内容', '状态', '行数', '大小', '开始时间', '保留至', '说明', '操作'] as const

const percent = ({ finished, total }: Task) => (total ? Math.floor((Number(finished ?? 0) / Number(total)) * 100) : 0)

/** What can be done with a task: fetched when it is whole, stopped while it runs, made again else. */
function Acts({ task }: { readonly task: Task }) {
  const stale = useStale()
  const fetching = useAction(api.download)
  const stopping = useAction(api.stop)
  const again = useAction(api.again)
  const format = task.format as keyof typeof exportFormats
  const what = `${task.name}（${exportFormats[format]}）`
  const file = `${task.name}-${task.doneAt?.slice(0, 10).replaceAll('-', '') ?? ''}.${format}`
  async function fetchPart(part: 'file' | 'manifest') {
    const bytes = (await fetching.run({ id: task.id, part })) as unknown as Uint8Array<ArrayBuffer> | undefined
    if (bytes) download(part === 'file' ? file : manifestName(file), new Blob([bytes]))
  }
  const change = (act: typeof stopping) => void act.run({ id: task.id }).then(() => stale('exportTask'))
  return (
    <span className="row-actions">
      {task.ready === 1 && (
        <>
          <Button type="link" size="small" aria-label={`下载${what}`} onClick={() => void fetchPart('file')}>
            下载
          </Button>
          <Button type="link" size="small" aria-label={`下载${what}的清单`} onClick={() => void fetchPart('manifest')}>
            清单
          </Button>
        </>
      )}
      {task.state === 'running' ? (
        <Button type="link" size="small" aria-label={`取消导出${what}`} onClick={() => change(stopping)}>
          取消
        </Button>
      ) : (
        <Button type="link" size="small" aria-label={`重新导出${what}`} onClick={() => change(again)}>
          重新导出
        </Button>
      )}
    </span>
  )
}

const Line = ({ task }: { readonly task: Task }) => (
  <tr>
    <th scope="row">
      {task.name} <span className="muted">{exportFormats[task.format as keyof typeof exportFormats]}</span>
    </th>
    <td>
      <JobMark value={task.state as 'done'} />
      {task.state === 'running' && Number(task.total) > 0 && (
        <>
          {' '}
          <progress max={100} value={percent(task)} aria-label={`导出${task.name}的进度`} /> {percent(task)}%
        </>
      )}
    </td>
    <td>{task.state === 'running' ? `${task.finished ?? 0}/${task.total ?? 0}` : task.rows}</td>
    <td>{task.bytes === null ? '' : sizeWords(Number(task.bytes))}</td>
    <td>{shortTime(task.createdAt)}</td>
    <td>{shortTime(task.keptUntil)}</td>
    <td>{task.says}</td>
    <td>
      <Acts task={task} />
    </td>
  </tr>
)

/** One's own large exports, the newest first; asked for again while one is being made. */
export default function ExportTaskScreen() {
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useCall(
    'exportTask.list',
    api.list,
    { pageSize: 50 },
    { every: busy ? whileRunning : usually, keep: true },
  )
  const running = data?.list.some(({ state }) => state === 'running') ?? false
  useEffect(() => setBusy(running), [running])
  return (
    <section className="panel record export-tasks" aria-label="导出任务">
      <div className="toolbar">
        <h1>导出任务</h1>
      </div>
      <p className="muted">行数多的列表在后台导出，完成后在站内通知中告知；文件只有本人可以下载，到期自动删除。</p>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.list.length === 0 ? (
        <EmptyState>列表较长时，点「导出」可以选择在后台导出</EmptyState>
      ) : (
        <ScrollTable className="export-task-lines" label="本人的导出任务" titles={titles}>
          {data.list.map((task) => (
            <Line key={task.id} task={task} />
          ))}
        </ScrollTable>
      )}
    </section>
  )
}
