import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { notices, rejectReasons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useKeys } from '../../parts/keys.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { TwoPane } from '../../parts/TwoPane.tsx'
import { api, type Brief, places, rejectSays, titleOf } from '../article/calls.ts'
import { QueueList } from './QueueList.tsx'
import { Reading } from './Reading.tsx'
import { askFor, most, type View } from './views.ts'

const ReasonDialog = lazy(() => import('../../parts/ReasonDialog.tsx'))

interface Props {
  readonly view: View
  readonly columnId: string
  readonly userId: string
}

/** One pile, worked through by keys: J K move, A passes, R rejects, E edits. */
export function Queue({ view, columnId, userId }: Props) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrentId] = useState('')
  const [open, setOpen] = useState(!narrow)
  const [rejecting, setRejecting] = useState(false)
  const { data, error, refetch } = useCall('article.list', api.list, askFor(view, columnId, userId))

  const rows = (data?.list ?? []).filter((row) => !gone.has(row.articleId))
  const at = Math.max(
    0,
    rows.findIndex((row) => row.articleId === currentId),
  )
  const current = rows[at]
  const step = (by: number) => setCurrentId(rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.articleId ?? '')
  const pass = view.pass && can(view.pass.right) ? view.pass : undefined
  const reject = view.reject && can(view.reject.right) ? view.reject : undefined
  const passing = useAction(view.pass?.call ?? api.accept)
  const refusing = useAction(view.reject?.call ?? api.acceptReject)

  /** The row leaves the list and the next one takes its place; what the server refused is read again and says why. */
  async function move(row: Brief, action: typeof passing, reason?: string) {
    const items = [{ articleId: row.articleId, version: row.version, ...(reason && { reason, keepOnline: true }) }]
    const result = await action.run({ items })
    if (!result) return
    const [refused] = result.failed
    setRejecting(false)
    if (refused) {
      say.error(refused.errorMsg)
      // somebody else was here: what stands there now is to be read before anything else is done
      return stale('article')
    }
    setCurrentId(rows[at + 1]?.articleId ?? rows[at - 1]?.articleId ?? '')
    setGone(new Set([...gone, row.articleId]))
    say.success(notices.done)
    await stale('article')
  }

  const busy = passing.busy || refusing.busy
  const doPass = () => current && !busy && void move(current, passing)
  const doReject = () => current && !busy && setRejecting(true)
  const doEdit = () => current && navigate(places.edit(current.articleId))
  useKeys({
    next: () => step(1),
    previous: () => step(-1),
    ...(pass && { pass: doPass }),
    ...(reject && { reject: doReject }),
    ...(can('article_update') && { edit: doEdit }),
    open: () => (narrow ? setOpen(true) : doEdit()),
    reload: () => void refetch(),
  })

  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  if (!current) return <EmptyState>{view.none}</EmptyState>
  const list = (
    <QueueList
      rows={rows}
      current={current}
      more={data.total - most}
      choose={(row) => {
        setCurrentId(row.articleId)
        setOpen(true)
      }}
    />
  )
  const reading = (
    <Reading
      row={current}
      busy={passing.busy ? 'pass' : refusing.busy ? 'reject' : null}
      pass={pass && { label: pass.label, does: doPass }}
      reject={reject && { label: reject.label, does: doReject }}
      edit={can('article_update') ? doEdit : undefined}
      back={narrow ? () => setOpen(false) : undefined}
    />
  )
  return (
    <>
      {narrow ? open ? reading : list : <TwoPane name="audit" left={list} right={reading} />}
      {rejecting && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={`驳回《${titleOf(current)}》`}
            says={`${rejectSays([current])}。`}
            presets={rejectReasons}
            busy={refusing.busy}
            close={() => setRejecting(false)}
            give={(reason) => void move(current, refusing, reason)}
          />
        </Suspense>
      )}
    </>
  )
}
