import { hostRow, website } from '../../../core/contract/website.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { number } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import '../log/log.css'

const api = callsOf(website)
const minuteMs = 60_000

const gb = (mb: number | null) => (mb === null ? '' : `${number(Math.round(mb / 102.4) / 10)} GB`)
const titleOf = (field: keyof typeof hostRow.shape) => hostRow.shape[field].meta()?.title ?? field

/** So long, in the two largest units. */
function spanOf(seconds: number | null): string {
  if (seconds === null) return ''
  const minutes = Math.floor(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} 天 ${hours} 小时`
  return hours > 0 ? `${hours} 小时 ${minutes % 60} 分钟` : `${minutes} 分钟`
}

/** What the machine says of itself, once a minute. */
export function HostFacts() {
  const { data, error, refetch } = useCall('website.getOSSystemInfo', api.getOSSystemInfo, {}, { every: minuteMs })
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  const loads = [data.load1, data.load5, data.load15]
  const facts: readonly (readonly [string, string])[] = [
    [titleOf('hostName'), data.hostName ?? ''],
    [titleOf('os'), [data.os, data.osVersion].filter(Boolean).join(' ')],
    [titleOf('cpu'), `${data.cpu ?? ''}（${data.cpuCount ?? ''} 核）`],
    ['负载', loads.some((load) => load === null) ? '' : `${loads.join('、')}（1、5、15 分钟）`],
    ['内存', `可用 ${gb(data.memoryFree)}，共 ${gb(data.memoryTotal)}`],
    ['磁盘', data.diskTotal === null ? '' : `可用 ${gb(data.diskFree)}，共 ${gb(data.diskTotal)}`],
    ['系统', `已运行 ${spanOf(data.upSeconds)}`],
    ['服务', `已运行 ${spanOf(data.processSeconds)}，占用内存 ${number(data.processMemory ?? 0)} MB`],
    ['软件', `${data.database}，Node ${data.nodeVersion}`],
  ]
  return (
    <section aria-label="服务器" style={{ marginBottom: 16 }}>
      <h2 style={{ fontSize: 15 }}>服务器</h2>
      <dl className="facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
