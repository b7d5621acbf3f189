import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  type BulletinMove,
  type BulletinState,
  bulletinFlow,
  bulletinTypes,
  issueName,
} from '../../../core/domain/bulletin-states.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { FactList } from '../../parts/FactList.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { RecordMoves } from '../../parts/states/RecordMoves.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { StepList } from '../../parts/states/StepList.tsx'
import { FileList } from '../../parts/upload/FileList.tsx'
import { Contents } from './Contents.tsx'
import {
  actOf,
  api,
  backToList,
  type Issue,
  isOnline,
  issueCalls,
  issueFields,
  issueHints,
  issueShape,
  moves,
  places,
  states,
  takeBack,
  useActs,
} from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'
import { lazyPart } from '../../parts/lazy.tsx'

const SitePreview = lazyPart(() => import('../../parts/published/SitePreview.tsx'))

/** One issue: what is known of it, what stands in it, what can be done now, and what was done. */
export default function BulletinScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const acts = useActs()
  const { data: row, error, refetch } = useCall('bulletin.getBulletin', api.getBulletin, { id }, { fresh: true })
  const [open, setOpen] = useState<'edit' | 'preview' | null>(null)
  const { can } = useRights()
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const done = (move: BulletinMove) => {
    acts.add(move === 'delete' ? null : actOf([row], bulletinFlow.moves[move].became))
    if (move === 'delete') void navigate(places.list)
  }
  // what is published is corrected by who may publish
  const mayEdit = can('bulletin_edit') && (!isOnline(row) || can('bulletin_publish'))
  const empty = !row.contentCount && row.files.length === 0
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{row.title}</h1>
        <StateMark {...states} value={row.status} />
        <span className="grow" />
        <span className="record-acts no-print">
          {mayEdit && <Button onClick={() => setOpen('edit')}>{isOnline(row) ? '更正' : '编辑'}</Button>}
          <Button onClick={() => setOpen('preview')}>预览</Button>
          <RecordMoves<BulletinState, BulletinMove>
            states={bulletinFlow}
            row={row}
            calls={moves}
            after={empty}
            done={done}
          />
        </span>
        <Link className="no-print" to={places.list}>
          返回公报
        </Link>
      </div>
      <LastAct acts={acts} undo={takeBack} now={[row]} />
      {!!row.hiddenCount && (
        <p className="status bad" role="status">
          {`目录中有 ${row.hiddenCount} 篇文章已不在网站上，${isOnline(row) ? '这一期的网页不显示它们' : '发布后不显示'}；文章重新发布后，在原来的位置恢复显示。`}
        </p>
      )}
      <div className="panel">
        <Facts row={row} />
      </div>
      <section className="panel" aria-label="目录">
        <h2>目录</h2>
        <Contents key={row.id} issue={row} />
      </section>
      <section className="panel" aria-label="办理记录">
        <h2>办理记录</h2>
        <StepList
          call="bulletin.history"
          from={api.history}
          id={id}
          {...states}
          texts={{ states: bulletinFlow, read: api.revision, restore: api.restore, status: row.status }}
        />
      </section>
      {open === 'edit' && (
        <RowDialog
          name="公报"
          area="bulletin"
          calls={issueCalls}
          shape={issueShape}
          fields={issueFields}
          hints={issueHints}
          fresh={{}}
          row={row}
          live={() => (isOnline(row) ? notices.live : '')}
          close={() => setOpen(null)}
        />
      )}
      {open === 'preview' && (
        <SitePreview
          call="bulletin.preview"
          from={api.preview}
          id={row.id}
          title={row.title}
          close={() => setOpen(null)}
        />
      )}
    </article>
  )
}

function Facts({ row }: { row: Issue }) {
  const { year, number, total } = row
  return (
    <>
      <FactList
        facts={[
          ['类型', bulletinTypes[row.type as 0]],
          ['期号', issueName({ year: year ?? 0, number: number ?? 0, total })],
          ['出版日期', row.publishedOn?.slice(0, 10)],
          ['发布时间', isOnline(row) ? shortTime(row.publishedAt) : null],
          ['篇数', String(row.contentCount ?? 0)],
          ['创建人', row.createdByName],
          ['理由', row.reason],
          ['简介', row.summary],
        ]}
      />
      {row.cover && <img src={row.cover} alt="封面" style={{ maxWidth: 160 }} />}
      <FileList label="整期文件" files={row.files} />
    </>
  )
}
