import { Button, Pagination, Select } from 'antd'
import { useState } from 'react'
import { noticeReading } from '../../../core/domain/notice-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { download } from '../../parts/download.ts'
import { number, shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, type Notice, type Reading } from './calls.ts'
import './readers.css'

const readings = Object.entries(noticeReading).map(([value, label]) => ({ value: Number(value), label }))
const pageSize = 20

type Counted = Pick<Reading, 'total' | 'read' | 'confirmed'>

/** Those whom it reached and who are beyond what the caller may see by now: they are counted above, and stand in no list below. */
function beyondSays(row: Notice, depts: readonly Counted[]): string {
  const listed = (of: keyof Counted) => depts.reduce((sum, one) => sum + (one[of] ?? 0), 0)
  const [all, read, confirmed] = [
    (row.receivers ?? 0) - listed('total'),
    (row.read ?? 0) - listed('read'),
    (row.confirmed ?? 0) - listed('confirmed'),
  ]
  if (all <= 0) return ''
  const marks = [`已读 ${number(read)} 人`, ...(row.mustConfirm === 1 ? [`已确认 ${number(confirmed)} 人`] : [])]
  const now = Number(row.status) === 1 ? '已不在' : '不在'
  return `下列 ${number(listed('total'))} 人；另有 ${number(all)} 人${now}您的数据范围（${marks.join('，')}），没有列出`
}

/** Who has read a notice and who has not, counted by departments, named one by one, and as a sheet. */
export function Readers({ row }: { row: Notice }) {
  const say = useSay()
  const [reading, setReading] = useState<number | undefined>(0)
  const [deptId, setDept] = useState<string | undefined>()
  const [pageNumber, setPage] = useState(1)
  const depts = useCall('notice.readerDepts', api.readerDepts, { id: row.id }, { fresh: true })
  const asked = { id: row.id, ...(reading !== undefined && { reading: reading as 0 }), ...(deptId && { deptId }) }
  const people = useCall('notice.readers', api.readers, { ...asked, pageNumber, pageSize }, { keep: true })
  const sheet = useAction(api.readersExcel)
  const reminding = useAction(api.remind)
  const confirm = useConfirm()
  const { can } = useRights()
  const failed = depts.error ?? people.error
  if (failed && !people.data) return <ErrorState error={failed} retry={() => void people.refetch()} />
  if (!people.data || !depts.data) return <Loading />
  const { receivers, read, confirmed } = row
  const narrowTo = (dept: string) => {
    setDept(dept === deptId ? undefined : dept)
    setPage(1)
  }
  const doing = row.mustConfirm === 1 ? '确认' : '阅读'
  const beyond = beyondSays(row, depts.data)
  const left = (receivers ?? 0) - ((row.mustConfirm === 1 ? confirmed : read) ?? 0)
  const may = can('notice_send') && Number(row.status) === 1
  async function remind() {
    const text = `提醒还没有${doing}《${row.title}》的 ${number(left)} 人？他们的「通知公告」中随即多一条提醒，每条通知每天只能提醒一次。`
    if (!(await confirm({ text, ok: '提醒', careful: true }))) return
    const done = await reminding.run({ id: row.id }, say.refused)
    if (done) say.success(`已提醒 ${number(done.reminded ?? 0)} 人`)
  }
  async function save() {
    const bytes = (await sheet.run(asked, say.refused)) as unknown as Uint8Array<ArrayBuffer> | undefined
    if (bytes) download(`通知阅读情况-${row.title}.xlsx`, new Blob([bytes]))
  }
  return (
    <section className="panel readers" aria-label="阅读情况">
      <div className="toolbar">
        <h2>
          已读 {number(read ?? 0)} / {number(receivers ?? 0)} 人
          {row.mustConfirm === 1 && `，已确认 ${number(confirmed ?? 0)} 人`}
        </h2>
        <span className="grow" />
        {may && left > 0 && (
          <Button className="no-print" loading={reminding.busy} onClick={() => void remind()}>
            提醒{doing === '确认' ? '未确认' : '未读'}的人
          </Button>
        )}
        <Button className="no-print" loading={sheet.busy} onClick={() => void save()}>
          导出
        </Button>
      </div>
      {beyond !== '' && <p className="muted">{beyond}</p>}
      <div className="readers-parts">
        <table aria-label="各部门阅读情况">
          <thead>
            <tr>
              <th scope="col">部门</th>
              <th scope="col">未读</th>
              <th scope="col">应读</th>
            </tr>
          </thead>
          <tbody>
            {depts.data.map((one) => (
              <tr key={one.deptId}>
                <td>
                  <button
                    type="button"
                    className="link"
                    aria-pressed={one.deptId === deptId}
                    onClick={() => narrowTo(one.deptId)}
                  >
                    {one.deptName}
                  </button>
                </td>
                <td>{one.unread}</td>
                <td>{one.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <Select
            aria-label="阅读"
            className="no-print"
            allowClear
            placeholder="全部"
            value={reading}
            options={row.mustConfirm === 1 ? readings : readings.slice(0, 2)}
            onChange={(next: number | undefined) => {
              setReading(next)
              setPage(1)
            }}
          />
          {people.data.list.length === 0 ? (
            <p className="muted">{reading === 0 ? '没有未读的人' : '没有这样的人'}</p>
          ) : (
            <ul aria-label="接收人">
              {people.data.list.map((one) => (
                <li key={one.userId}>
                  {one.name}{' '}
                  <span className="muted">{[one.account, one.deptName, one.since].filter(Boolean).join(' ')}</span>
                  <span className="grow" />
                  <span className="muted">
                    {one.confirmedAt
                      ? `${shortTime(one.confirmedAt)} 确认`
                      : one.readAt
                        ? `${shortTime(one.readAt)} 已读`
                        : '未读'}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <Pagination
            size="small"
            hideOnSinglePage
            showSizeChanger={false}
            current={pageNumber}
            pageSize={pageSize}
            total={people.data.total}
            onChange={setPage}
          />
        </div>
      </div>
    </section>
  )
}
