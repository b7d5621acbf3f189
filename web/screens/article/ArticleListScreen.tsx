import { Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { eachByItself, submitEach } from '../../../core/client/one-by-one.ts'
import { articleStates, type MoveName } from '../../../core/domain/article-states.ts'
import { type NewsStatus, newsStatus, newsTypes } from '../../../core/domain/enums.ts'
import { lacking } from '../../../core/domain/statistics.ts'
import { validityStates } from '../../../core/domain/validity.ts'
import { useRights } from '../../app/rights.ts'
import { useMe } from '../../data/me.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { useListAddress } from '../../parts/list/address.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { Loading } from '../../parts/States.tsx'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { actOf, useActs } from './acts.ts'
import {
  api,
  approvedSays,
  asArticles,
  asRejected,
  type Brief,
  copyTitle,
  deleteSays,
  earlySays,
  notByMe,
  onlineSays,
  places,
  rejectSays,
  submitSays,
  takeBack,
  takeDownSays,
  type WayBack,
} from './calls.ts'
import { StateTabs } from './StateTabs.tsx'
import { FullStatus, HeldMark, TopMark } from './Status.tsx'
import { useModelList } from './useModelList.ts'
import { validitySays } from './ValidityButton.tsx'
import type { Marked } from './ValidityDialog.tsx'

const ValidityDialog = lazyPart(() => import('./ValidityDialog.tsx'))
const PreviewDrawer = lazyPart(() => import('./PreviewDrawer.tsx'))

/** What a form that is opened from this list is told: where it leads back to. */
function useWayBack() {
  const { search } = useLocation()
  return { list: `${places.list}${search}` } satisfies WayBack
}

function Title({ row }: { row: Brief }) {
  return (
    <Link to={places.edit(row.articleId)} state={useWayBack()} title={row.title}>
      {row.title}
    </Link>
  )
}

const newestFirst = [{ field: 'publishTime', order: 'desc' }] as const
const columns: readonly Column<Brief>[] = [
  {
    field: 'title',
    width: 252,
    show: (row) => (
      <>
        <HeldMark value={row.validity} />
        <Title row={row} />
        {copyTitle(row) && (
          <small className="copy-title muted" title={copyTitle(row)}>
            {copyTitle(row)}
          </small>
        )}
      </>
    ),
  },
  { field: 'columnName', width: 100 },
  {
    field: 'status',
    width: 130,
    leads: true,
    show: (row) => (
      <>
        <FullStatus row={row} />
        <TopMark row={row} short />
      </>
    ),
  },
  { field: 'validity', width: 90, hidden: true },
  { field: 'deptName', width: 110 },
  { field: 'createdByName', width: 90 },
  { field: 'publishTime', sort: true, show: (row) => shortTime(row.publishTime) },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'hits', width: 80, sort: true },
  { field: 'articleId', width: 80, hidden: true },
  { field: 'source', hidden: true },
  { field: 'reason', hidden: true },
  { field: 'submittedAt', hidden: true },
  { field: 'acceptedByName', width: 90, hidden: true },
  { field: 'recheckedByName', width: 90, hidden: true },
  { field: 'approvedByName', width: 90, hidden: true },
  { field: 'reviewStep', width: 90, hidden: true },
]

/** What the list reads beside its columns. */
const listed = [
  ...(['articleId', 'title', 'status', 'review', 'reason', 'version', 'createdBy', 'essayList', 'coverImage'] as const),
  ...([
    'publishTime',
    'scheduledAt',
    'offlineTime',
    'noApproval',
    'top',
    'topUntil',
    'validity',
    'reviewStep',
    'noRecheck',
  ] as const),
]

/** The state that a move looks at: the copy under review, where there is one. */
const fits =
  (move: MoveName) =>
  (row: Brief): boolean =>
    articleStates.target(move, Number(row.status) as NewsStatus) !== null ||
    (row.review !== null &&
      move !== 'delete' &&
      articleStates.target(move, Number(row.review.status) as NewsStatus) !== null)

/** Only where three reviews are wanted, and the second one is to come. */
const forRecheck = ({ reviewStep }: Brief): boolean => Number(reviewStep) === 2

/** What was taken down went off the site for a reason: it is submitted again from its form, by whoever has read it. */
const notYetIn = (row: Brief): boolean => fits('submit')(row) && Number(row.status) !== 5

const calls: Readonly<Record<MoveName, BulkAction<Brief>['does']>> = {
  submit: (items, options) => submitEach(api.update, asArticles(items).items, options),
  accept: (items, options) => api.accept(asArticles(items), options),
  recheck: (items, options) => api.recheck(asArticles(items), options),
  approve: (items, options) => api.approve(asArticles(items), options),
  acceptReject: (items, options) => api.acceptReject(asArticles(items), options),
  reject: (items, options) => api.reject(asRejected(items), options),
  takeDown: (items, options) => api.takeDown(asArticles(items), options),
  delete: (items, options) => api.delete(asArticles(items), options),
}

/** What is done with marked articles; what is told before a deletion depends on who deletes. */
const bulkOf = (me: string | undefined): readonly BulkAction<Brief>[] => [...movesFor(me), marking, moving]

const IntoDialog = lazyPart(() => import('../../parts/list/IntoDialog.tsx'))

/** Several go into another column, each as if it were changed by itself. */
const moving: BulkAction<Brief> = {
  label: '移到栏目',
  says: (n) => `把 ${n} 篇文章移到另一个栏目`,
  right: 'article_update',
  follows: () => '已发布的形成待审修订，审核通过后在新栏目中显示，网址不变；其余的随即移动',
  asks: (asking) => <IntoDialog {...asking} of="column" label="移到的栏目" ok="移动" />,
  does: (items, options) =>
    eachByItself(
      items,
      ({ id }) => id,
      ({ id, version, to }, each) => api.update({ articleId: id, columnId: to, version } as never, each),
      options,
    ),
}

/** Says of several whether they still hold. */
const marking: BulkAction<Brief> = {
  label: '标注效力',
  right: 'article_validity',
  follows: () => validitySays,
  asks: ({ give, ...asking }) => <ValidityDialog {...asking} give={(marked) => give({ to: JSON.stringify(marked) })} />,
  done: '已标注效力',
  does: (items, options) => {
    const marked = JSON.parse(items[0]?.to ?? '{}') as Marked
    return api.validity({ ids: items.map(({ id }) => id), ...marked } as never, options)
  },
}

const movesFor = (me: string | undefined): readonly BulkAction<Brief>[] =>
  bulkMoves<Brief, NewsStatus, MoveName>(articleStates, {
    fits,
    calls,
    more: {
      submit: { fits: notYetIn, follows: submitSays },
      accept: { follows: earlySays },
      recheck: { fits: forRecheck, hinders: (row) => row.noRecheck },
      approve: { label: '发布', hinders: notByMe, follows: onlineSays },
      acceptReject: { follows: rejectSays },
      reject: { follows: rejectSays },
      takeDown: { follows: takeDownSays },
      delete: { follows: deleteSays(me) },
    },
  })

/** The address's filters as the call takes them: several states by commas, 我的 by who I am, a column with those below it. */
const asInput =
  (me: string | undefined) =>
  ({ mine, status, ...filters }: Readonly<Record<string, string>>) => ({
    ...filters,
    ...(status && { status: status.split(',') as never }),
    ...(mine && me && { createdBy: me }),
    ...(filters.columnId && { withChildren: filters.withChildren !== 'false' }),
  })

/** What the tabs say of a list, on paper. */
const narrowedTo = ({ status = '', mine }: Readonly<Record<string, string>>): string[] => {
  const states = status.split(',').flatMap((state) => newsStatus[Number(state) as NewsStatus] ?? [])
  return [status && `状态：${states.join('、')}`, mine ? '只看我的' : ''].filter(Boolean)
}

/** Article management: the list. */
export default function ArticleListScreen() {
  const { can } = useRights()
  const navigate = useNavigate()
  const state = useWayBack()
  const [seen, setSeen] = useState<Brief | null>(null)
  const acts = useActs()
  const mayAdd = can('article_saveAdmin') || can('article_saveRole')
  const me = useMe()
  const [{ filters }] = useListAddress()
  const list = useModelList(filters.columnId, columns)
  if (filters.mine && !me) return <Loading />
  return (
    <>
      <ListScreen
        name="文章"
        call="article.list"
        {...list}
        idField="articleId"
        order={newestFirst}
        titleOf={(row) => row.title}
        fields={listed}
        filters={[
          { kind: 'text', field: 'title', label: '标题' },
          { kind: 'reference', of: 'column', field: 'columnId', label: '栏目' },
          { kind: 'text', field: 'keyword', label: '标题或正文' },
          { kind: 'text', field: 'source', label: '来源' },
          { kind: 'choice', field: 'validity', label: '效力', words: validityStates },
          { kind: 'dates', field: 'startTime', end: 'endTime', label: '发布时间' },
          { kind: 'reference', of: 'dept', field: 'deptId', label: '部门' },
          { kind: 'choice', field: 'newsType', label: '图文类型', words: newsTypes },
          { kind: 'choice', field: 'ownState', label: '状态（不计修订）', words: newsStatus },
          // who comes from the numbers of one author, or of none, sees what narrows the list, and can take it away
          ...(filters.without
            ? [{ kind: 'choice', field: 'without', label: '未填写的', words: lacking.article } as const]
            : []),
          ...(filters.createdBy ? [{ kind: 'text', field: 'createdBy', label: '撰稿人编号' } as const] : []),
        ]}
        tabs={
          <>
            <StateTabs asInput={asInput(me?.userId)} />
            <LastAct acts={acts} undo={takeBack} now={acts.now} />
          </>
        }
        narrowedTo={narrowedTo(filters)}
        asInput={asInput(me?.userId)}
        bulk={bulkOf(me?.userId)}
        onDone={({ done }, rows) => acts.add(done ? actOf(rows, approvedSays(done, rows)) : null)}
        main={
          mayAdd && (
            <Button type="primary" onClick={() => navigate(places.add, { state })}>
              新增文章
            </Button>
          )
        }
        empty={
          mayAdd && (
            <Link to={places.add} state={state}>
              新增文章
            </Link>
          )
        }
        onOpen={(row) => navigate(places.edit(row.articleId), { state })}
        rowActions={(row) => (
          <span className="row-actions">
            <button type="button" onClick={() => setSeen(row)} aria-label={`预览《${row.title}》`}>
              预览
            </button>
            <Link to={places.history(row.articleId)} aria-label={`《${row.title}》的修订历史`}>
              历史
            </Link>
          </span>
        )}
      />
      {seen && <PreviewDrawer articleId={seen.articleId} title={seen.title} close={() => setSeen(null)} />}
    </>
  )
}
