import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import { articleStates } from '../../../core/domain/article-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useKeys } from '../../parts/keys.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { BulkBar } from '../../parts/list/BulkBar.tsx'
import type { BulkAction, BulkItem } from '../../parts/list/types.ts'
import { useSelection } from '../../parts/list/useSelection.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { useSettle } from '../../parts/settle.ts'
import { TwoPane } from '../../parts/TwoPane.tsx'
import { keptActs } from '../article/acts.ts'
import {
  api,
  approvedSays,
  asArticles,
  asRejected,
  type Brief,
  copiesSay,
  earlySays,
  onlineSays,
  places,
  rejectSays,
  timeToCome,
  titleOf,
} from '../article/calls.ts'
import { Gone } from './Gone.tsx'
import { QueueList } from './QueueList.tsx'
import { Reading } from './Reading.tsx'
import { type Opened, useCurrent } from './useOpen.ts'
import { useRead } from './useRead.ts'
import { askFor, inOrder, most, type View } from './views.ts'

const rejectReasons = articleStates.moves.reject.reasons ?? []

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))

interface Props {
  readonly view: View
  readonly columnId: string
  readonly userId: string
  /** The article that is read; '': the first. */
  readonly articleId: string
  /** Whether the address says which pile it is. */
  readonly named: boolean
  /** Where in the pile it stood, if it was dealt with in the form just now. */
  readonly stood: number | undefined
  /** What is remembered of the one that was read last. */
  readonly opened: Opened
  /** What took the place of what was dealt with has not stood there long enough to be acted on. */
  readonly settling: boolean
  readonly settle: (settling: boolean) => void
  /** @param trail the way back leads to what was read before */
  readonly choose: (articleId: string, trail?: boolean) => void
  /** Where this pile and an article of it are. */
  readonly address: (articleId: string) => string
  /** Told what was done with which. */
  readonly done: (rows: readonly Brief[], says: string) => void
}

type Versioned = Pick<Brief, 'articleId' | 'version'>

/** Articles that were dealt with, and at which version: one that comes back has a later one. */
type Dealt = ReadonlyMap<string, number>
const withDealt = (dealt: Dealt, rows: readonly Versioned[]): Dealt =>
  new Map([...dealt, ...rows.map(({ articleId, version }) => [articleId, version ?? 0] as const)])
const isDealt = (dealt: Dealt, { articleId, version }: Versioned) => (version ?? 0) <= (dealt.get(articleId) ?? -1)

/** Whether more wait than were listed, and this article, which is not among those, may be one of them. */
const isBehind = (page: { list: readonly Brief[]; total: number } | undefined, articleId: string): boolean =>
  page !== undefined && page.total > page.list.length && page.list.every((row) => row.articleId !== articleId)

/** One pile, worked through by keys: J K move, A passes, R rejects, E edits. */
export function Queue(props: Props) {
  const { view, columnId, userId, articleId, named, stood, opened, settling, settle, choose, address, done } = props
  const { can } = useRights()
  const say = useSay()
  const confirm = useConfirm()
  const stale = useStale()
  const navigate = useNavigate()
  const narrow = useNarrow()
  // also what was dealt with in the form that E leads to
  const [gone, setGone] = useState(() =>
    withDealt(
      new Map(),
      [...keptActs()].reverse().flatMap(({ rows }) => rows.map(({ id, version }) => ({ articleId: id, version }))),
    ),
  )
  /** What was dealt with before this pile was opened: where the address does not say that this is the pile, one is told so. */
  const [before] = useState(gone)
  const selection = useSelection<Brief>('articleId')
  const [rejecting, setRejecting] = useState<Brief | null>(null)
  const [refusal, setRefusal] = useState({ articleId: '', says: '' })
  const { data, error, refetch, isFetching } = useCall('article.list', api.list, askFor(view, columnId, userId))
  // an address may lead behind the end of a long list
  const ask = { ...askFor(view, columnId, userId), articleIds: [articleId] }
  const behind = articleId !== '' && isBehind(data, articleId)
  const far = useCall('article.list', api.list, ask, { enabled: behind, quiet: true })

  const rows = inOrder([...(data?.list ?? []), ...((behind && far.data?.list) || [])]).filter(
    (row) => !isDealt(gone, row),
  )
  const pass = view.pass && can(view.pass.right) ? view.pass : undefined
  const reject = view.reject && can(view.reject.right) ? view.reject : undefined
  const passing = useAction(view.pass?.call ?? api.accept)
  const refusing = useAction(view.reject?.call ?? api.acceptReject)
  const busy = passing.busy || refusing.busy
  const { current, at, lost } = useCurrent(opened, {
    rows,
    articleId,
    beside: !narrow,
    waiting: busy || isFetching || (behind && far.isFetching),
    ours: (id) => gone.has(id) && (named || stood !== undefined || !before.has(id)),
    stood: stood ?? 0,
  })
  const hindered = current && pass?.hinders?.(current)
  const read = useRead(narrow && articleId === '' ? undefined : current)
  const seen = read.is === 'coming' ? undefined : current
  useSettle(settling, seen && `${seen.articleId}/${seen.version}`, () => settle(false))
  // it was dealt with in the form: the address follows to what is read now. What is done here gives the address itself
  // by the way back, to before anything was looked up
  const [was, setWas] = useState(articleId)
  useEffect(() => {
    if (was !== '' && articleId === '') opened.forget()
    setWas(articleId)
  }, [was, articleId, opened.forget])
  const dealt = stood !== undefined && articleId !== '' && gone.has(articleId)
  const moved = dealt && current && current.articleId !== articleId ? current.articleId : ''
  useEffect(() => {
    if (moved) choose(moved)
  }, [moved, choose])
  const near = (index: number) => rows[Math.max(0, Math.min(rows.length - 1, index))]?.articleId ?? ''
  const step = (by: number) => (lost ? goOn(by > 0 ? at : at - 1) : choose(near(at + by)))
  function goOn(index = at) {
    opened.forget()
    choose(near(index))
  }

  /** Rows that were dealt with are gone at once; the next one is read. */
  function leave(some: readonly Brief[], says: string) {
    const left = withDealt(gone, some)
    const rest = (from: readonly Brief[]) => from.find((row) => !isDealt(left, row))?.articleId
    const next = rest(rows.slice(at)) ?? rest(rows.slice(0, at).reverse())
    setGone(left)
    settle(true)
    if (some.some((row) => row.articleId === current?.articleId)) opened.forget()
    if (!lost && (articleId !== '' || narrow)) choose(next ?? '')
    done(some, says)
  }

  /** The row leaves the list and the next one takes its place; what the server refused is read again and says why. */
  async function move(row: Brief, action: typeof passing, says: string, reason?: string) {
    const items = [{ articleId: row.articleId, version: row.version, ...(reason && { reason, keepOnline: true }) }]
    const result = await action.run({ items })
    if (!result) return
    const [refused] = result.failed
    setRejecting(null)
    if (refused) return clash(row, refused.errorMsg)
    leave([row], says)
    await stale('article')
  }

  /** Somebody else was here: what stands there now is to be read before anything else is done. */
  async function clash({ articleId: id }: Brief, says: string) {
    settle(true)
    setRefusal({ articleId: id, says })
    const now = await Promise.all([refetch(), ...(behind ? [far.refetch()] : [])])
    // else it stands where the article was
    if (now.some((one) => one.data?.list.some((row) => row.articleId === id))) say.error(says)
    await stale('article')
  }

  const steps: readonly BulkAction<Brief>[] = [
    ...(pass
      ? [
          {
            ...pass,
            follows: (some: readonly Brief[]) =>
              [pass.public ? onlineSays(some) : earlySays(some), copiesSay(some)].filter(Boolean).join('；'),
            does: (items: BulkItem[], options: CallOptions) => pass.call(asArticles(items), options),
          },
        ]
      : []),
    ...(reject
      ? [
          {
            ...reject,
            reasons: rejectReasons,
            follows: rejectSays,
            does: (items: BulkItem[], options: CallOptions) => reject.call(asRejected(items), options),
          },
        ]
      : []),
  ]
  /** What A and R are for: one that has been there long enough to be meant, and no marked ones that might be meant instead. */
  function meant(): Brief | undefined {
    if (busy || settling) return undefined
    const marked = selection.all().size
    if (marked > 0) say.warning(`已选 ${marked} 项，请用列表上方的按钮，或取消选择`)
    return marked > 0 ? undefined : current
  }
  function doPass() {
    const row = meant()
    if (row && read.is !== 'shown') return say.warning(read.says)
    if (row && hindered) return say.warning(`${hindered}，不能${pass?.label}`)
    if (row && pass) void passed(row, pass)
  }
  /** What bears somebody's own data is asked about once more: it can hardly be taken back from who has read it. */
  async function passed(row: Brief, step: NonNullable<typeof pass>) {
    const text = `《${titleOf(row)}》含个人信息，公开后难以收回。核对过公开的理由，仍然${step.label}？`
    if (read.personal && !(await confirm({ text, ok: `仍然${step.label}`, careful: true }))) return
    await move(row, passing, approvedSays(step.done, [row]))
  }
  const doReject = () => setRejecting(meant() ?? null)
  const doEdit = () =>
    current && navigate(places.edit(current.articleId), { state: { from: address(current.articleId), at } })
  useKeys({
    next: () => step(1),
    previous: () => step(-1),
    ...(pass && { pass: doPass }),
    ...(reject && { reject: doReject }),
    ...(can('article_update') && { edit: doEdit }),
    ...(steps.length > 0 && {
      mark: () => current && selection.toggle(current),
      markTo: () => current && selection.toggleTo(current),
    }),
    open: () => (lost ? goOn() : narrow ? current && choose(current.articleId) : doEdit()),
    reload: () => void stale('article'),
  })

  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  if (rows.length === 0 && !current && !lost && !isFetching) return <EmptyState>{view.none}</EmptyState>
  const list = (
    <QueueList
      rows={rows}
      current={current}
      more={data.total - Math.max(most, rows.length)}
      choose={(row) => {
        // it was looked for
        settle(false)
        choose(row.articleId, true)
      }}
      selection={steps.length > 0 ? selection : undefined}
      bulk={
        <BulkBar
          actions={steps}
          selection={selection}
          area="article"
          titleOf={titleOf}
          onDone={(action, some) => leave(some, approvedSays(action.done ?? '', some))}
        >
          <Checkbox checked={false} onChange={() => selection.set(rows, true)}>
            全选
          </Checkbox>
        </BulkBar>
      }
    />
  )
  const reading = lost ? (
    <Gone
      key={lost}
      articleId={lost}
      title={opened.open?.row.articleId === lost ? titleOf(opened.open.row) : undefined}
      pile={view.label}
      says={refusal.articleId === lost ? refusal.says : undefined}
      last={rows.length === 0}
      goOn={() => goOn()}
      back={narrow ? () => choose('') : undefined}
    />
  ) : !current ? (
    <Loading />
  ) : (
    <Reading
      row={current}
      settling={settling}
      read={read}
      busy={passing.busy ? 'pass' : refusing.busy ? 'reject' : null}
      pass={
        pass && {
          label: current && pass.public && timeToCome(current) ? '通过，定时发布' : pass.label,
          does: doPass,
          hindered,
        }
      }
      reject={reject && { label: reject.label, does: doReject }}
      edit={can('article_update') ? doEdit : undefined}
      back={narrow ? () => choose('') : undefined}
    />
  )
  return (
    <>
      {narrow ? articleId !== '' ? reading : list : <TwoPane name="audit" left={list} right={reading} />}
      {rejecting && (
        <ReasonDialog
          title={`驳回《${titleOf(rejecting)}》`}
          says={`${rejectSays([rejecting])}。`}
          presets={rejectReasons}
          ok="驳回"
          busy={refusing.busy}
          close={() => setRejecting(null)}
          give={(reason) => void move(rejecting, refusing, reject?.done ?? '', reason)}
        />
      )}
    </>
  )
}
