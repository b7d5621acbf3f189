import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useStaleUnread } from '../../data/notices.ts'
import { HtmlText } from '../../parts/HtmlText.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { api, backToMine, places } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

/** One notice, as its reader has it: to open it is to have read it; an important one is confirmed here. */
export default function ReadScreen() {
  const { id = '' } = useParams()
  const say = useSay()
  const stale = useStale()
  const { data: row, error, refetch } = useCall('notice.open', api.open, { id }, { fresh: true })
  const confirming = useAction(api.read)
  const counted = useStaleUnread()
  const opened = row?.readAt
  useEffect(() => {
    if (opened) counted()
  }, [opened, counted])

  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToMine} />
  if (!row) return <Loading />
  async function confirm() {
    const done = await confirming.run({ ids: [id], confirm: 1 }, say.refused)
    const [failed] = done?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    else if (done) await stale('notice')
  }
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <span className="grow" />
        <Link className="no-print" to={places.mine}>
          返回通知公告
        </Link>
      </div>
      <p className="muted">{[row.sentByName, shortTime(row.sentAt)].filter(Boolean).join(' ')}</p>
      <div className="panel">
        <HtmlText title="通知正文" html={row.content ?? ''} />
        <FileList label="附件" files={row.files} />
      </div>
      {row.mustConfirm === 1 && row.sentAt !== null && (
        <p className="toolbar" role="status">
          {row.confirmedAt ? (
            <span className="muted">您已于 {shortTime(row.confirmedAt)} 确认</span>
          ) : (
            <>
              <b>这是重要通知，请确认已经知悉。</b>
              <Button type="primary" loading={confirming.busy} onClick={() => void confirm()}>
                确认知悉
              </Button>
            </>
          )}
        </p>
      )}
    </article>
  )
}
