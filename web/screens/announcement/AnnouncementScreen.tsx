import { announcement, announcementBrief } from '../../../core/contract/announcement.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { notices } from '../../../core/text.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'

const api = callsOf(announcement)

type Row = Output<typeof announcement.list>['list'][number]

/** Whoever saves here is asked about somebody's own data. */
const asked = { privacyReason: '' }
const calls: typeof api = {
  ...api,
  add: (input, options) => api.add({ ...asked, ...input }, options),
  edit: (input, options) => api.edit({ ...asked, ...input }, options),
}

const filters = filtersOf(announcement.list, ['title', 'state', 'top', 'banner'])

const always = '长期'

const columns: readonly Column<Row>[] = [
  { field: 'title', width: 320, sort: true },
  { field: 'state', width: 90, leads: true },
  { field: 'top', width: 90 },
  { field: 'banner', width: 110 },
  { field: 'startTime', sort: true },
  {
    field: 'endTime',
    sort: true,
    show: ({ endTime }) => <End endTime={endTime} />,
    text: ({ endTime }) => (endTime ? null : always),
  },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const useTiming = () => useCall('announcement.timing', api.timing, {}, { quiet: true, every: 60_000 }).data

/** When it ends, and where nobody takes it off then. */
function End({ endTime }: { endTime: string | null }) {
  const held = useTiming()?.automatic === 0
  if (endTime === null) return always
  return (
    <>
      {endTime}
      {held && <small className="status bad"> 到时不会自动撤下</small>}
    </>
  )
}

const pinnedFirst = [
  { field: 'top', order: 'desc' },
  { field: 'startTime', order: 'desc' },
] as const

/** Visitors see it from its start to its end. */
function live({ startTime, endTime }: { startTime?: unknown; endTime?: unknown }): string {
  const now = formatTime(Date.now())
  return String(startTime ?? '') <= now && String(endTime || now) >= now ? notices.live : ''
}

/** Announcements: shown to visitors between two times. */
export default function AnnouncementScreen() {
  const timing = useTiming()
  const held = timing?.automatic === 0 ? timing.says : null
  return (
    <>
      <p className="muted" style={{ marginBottom: 8 }}>
        公告在开始时间到结束时间之间对外公示，{held === null && '到时自动显示、自动撤下；'}置顶的排在前面。
      </p>
      {held !== null && (
        <p className="status bad" role="status" style={{ marginBottom: 8 }}>
          {held}。
        </p>
      )}
      <RowScreen
        name="公告"
        area="announcement"
        calls={calls}
        row={announcementBrief}
        titleOf={(row: Row) => row.title}
        columns={columns}
        order={pinnedFirst}
        filters={filters}
        shape={announcement.add.input.shape}
        fields={['title', 'startTime', 'endTime', 'top', 'banner', 'content', 'privacyReason']}
        hints={{
          startTime: '不填为即时公示',
          privacyReason: '内容中有身份证号、手机号、银行卡号或住址时填写，记入日志；没有则不填',
          banner: '紧急事项用：公示期间标题出现在网站每一页的上方',
          endTime: held === null ? '不填为长期公示；到时自动撤下' : `不填为长期公示；${held}`,
        }}
        live={live}
        fresh={{ top: 0, banner: 0 }}
      />
    </>
  )
}
