import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { essayTypes, newsTypes } from '../../../core/domain/enums.ts'
import { imagesOf } from '../../../core/domain/images.ts'
import { isUndo, undoOf } from '../../../core/domain/states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { useCall } from '../../data/calls.ts'
import { useNames } from '../../data/references.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState } from '../../parts/States.tsx'
import { type Attached, FileList } from '../../parts/upload/FileList.tsx'
import { Shown } from '../../parts/upload/Shown.tsx'
import { Changes } from '../article/Changes.tsx'
import { api, type Brief } from '../article/calls.ts'
import { withReview } from '../article/fields.ts'
import { ReportedAs } from '../report/ReportedAs.tsx'
import { Found } from './Found.tsx'
import { looked } from './looked.ts'
import { submittedOn } from './views.ts'

const rejected = 4

/** 「首页展示：头条、幻灯片 · 图文类型：单图 · 关键词：提案」 */
function shownAs({ essayList, newsType, keywords }: Brief): string {
  const places = (essayList ?? '').split(',').filter(Boolean)
  const words = places.map((place) => (essayTypes as Readonly<Record<string, string>>)[place] ?? place)
  return [
    `首页展示：${words.join('、') || '无'}`,
    newsType && `图文类型：${newsTypes[newsType as keyof typeof newsTypes]}`,
    keywords && `关键词：${keywords}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Where on the site it will stand, and with which words and pictures beside its text: one line each, no more. */
function Appearance({ row }: { row: Brief }) {
  const covers = imagesOf(row.coverImage)
  const says = `${row.review ? '修订后' : ''}${shownAs(row)}`
  return (
    <>
      <p className="muted one-line" title={says}>
        {says}
      </p>
      {row.summary && (
        <details>
          <summary className="muted one-line">摘要：{row.summary}</summary>
          {row.summary}
        </details>
      )}
      {covers.length > 0 && (
        <div className="covers">
          {covers.map((cover) => (
            <Shown key={cover} src={cover} alt="封面图片" />
          ))}
        </div>
      )}
    </>
  )
}

/** What is read most carefully stands first, and is not pushed out of sight by what is short. */
const textFirst = <C extends { readonly field: string }>(changed: readonly C[]): C[] =>
  ['title', 'content', ''].flatMap((first) =>
    changed.filter(({ field }) => (first ? field === first : field !== 'title' && field !== 'content')),
  )

type Step = Output<typeof article.revisions>['list'][number]

/** The latest rejection that stands: none that was taken back, nor a step that took something back to it. */
const lastRejection = (steps: readonly Step[]): Step | undefined =>
  steps.find(
    ({ status, reason, act }, i) =>
      status === rejected && reason && act !== null && !isUndo(act) && steps[i - 1]?.act !== undoOf(act),
  )

/** What is to be known of an article before it is passed: from where, since when, why it came back before, what the revision changes. */
export function Facts({ row }: { row: Brief }) {
  const { articleId, review } = row
  const steps = useCall('article.revisions', api.revisions, { articleId, pageSize: looked }, { quiet: true })
  const asked = { revisionId: review?.revisionId ?? '' }
  const copy = useCall('article.revision', api.revision, asked, { enabled: review !== null, quiet: true })
  // of a revision its own files, else the article's, which do not come with lists
  const whole = useCall('article.view', api.view, { articleId }, { enabled: review === null, quiet: true })
  const files = review ? copy.data?.values.find(({ field }) => field === 'files')?.value : whole.data?.files
  const { column: columnNames = {} } = useNames(['column'])
  // what is to be passed is the revision, not what is online; until it is read nothing is said of either
  const now = review ? copy.data && withReview(row, copy.data) : row
  const changed = textFirst(copy.data?.changed ?? [])
  const published = steps.data?.list.findIndex((step) => !step.copy) ?? -1
  const about = review && published >= 0 ? steps.data?.list.slice(0, published) : steps.data?.list
  const before = about && lastRejection(about)
  const early = now && now.publishTime !== null && now.publishTime > formatTime(Date.now())
  const facts = [
    now && (now.columnId === row.columnId ? row.columnName : columnNames[now.columnId]),
    row.deptName,
    (review ? review.submittedByName : row.submittedByName) ?? row.createdByName,
    now?.source && `来源：${now.source}`,
  ].filter(Boolean)
  const since = submittedOn(row)
  // what is due of it, and would be refused to who reads it
  const notByReader = Number(row.reviewStep) === 2 ? row.noRecheck : row.noApproval
  return (
    <section className="facts" aria-label="文章情况">
      <Found articleId={articleId} />
      <p className="muted">
        {facts.join(' · ')} · 提交于 {shortTime(since)}
        {row.publishTime && !review && ` · 发布时间 ${shortTime(row.publishTime)}`}
      </p>
      <ReportedAs articleId={articleId} />
      {now && <Appearance row={now} />}
      <FileList label="附件" files={(files ?? []) as readonly Attached[]} />
      {notByReader && <p className="status bad reason">{notByReader}</p>}
      {early && (
        <p className={review ? 'status bad reason' : 'status wait reason'}>
          发布时间 {now.publishTime?.slice(0, 16)} 还没有到，{review ? '在此之前不能发布' : '审核通过后到时自动发布'}
        </p>
      )}
      {now?.offlineTime && <p className="muted">定于 {now.offlineTime.slice(0, 16)} 自动下架</p>}
      {before && (
        <p className="status bad reason">
          {shortTime(before.at)} 被{before.byName}驳回：{before.reason}
        </p>
      )}
      {review && (
        <section className="changes" aria-label="修订内容">
          <p className="muted">
            已发布文章的修订，原文《{row.title}》继续在线。修订内容
            {changed.length > 1 && `（${changed.map(({ title }) => title).join('、')}）`}：
          </p>
          {copy.data && <Changes changed={changed} />}
          {copy.error && !copy.data && <ErrorState error={copy.error} retry={() => void copy.refetch()} />}
        </section>
      )}
    </section>
  )
}
