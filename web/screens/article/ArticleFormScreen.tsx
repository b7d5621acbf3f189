import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { articleRow } from '../../../core/contract/article.ts'
import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
import { columnsFrom } from '../../../core/sheet/columns.ts'
import { buttons } from '../../../core/text.ts'
import { type Rights, useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { type FormAction, FormScreen } from '../../parts/form/FormScreen.tsx'
import { StaleDialog } from '../../parts/form/StaleDialog.tsx'
import { useEdit } from '../../parts/form/useEdit.tsx'
import { ErrorState, Loading, NoPermission } from '../../parts/States.tsx'
import { stays } from '../../parts/stays.ts'
import { ReportedAs } from '../report/ReportedAs.tsx'
import { VoiceButton } from '../voice/VoiceButton.tsx'
import { ArticleFields } from './ArticleFields.tsx'
import { ArticleReadOnly } from './ArticleReadOnly.tsx'
import { actOf, keepAct } from './acts.ts'
import { CopyButton } from './CopyButton.tsx'
import { type Article, api, backToList, onlineSays, places, type WayBack } from './calls.ts'
import { formFields, fresh, type Values, valuesOf, withReview } from './fields.ts'
import { RelevantButton } from './RelevantButton.tsx'
import { FullStatus } from './Status.tsx'
import { TakeDown } from './TakeDown.tsx'
import { TopButton } from './TopButton.tsx'
import { useGoingOut } from './useGoingOut.ts'
import { draftKey, isWaiting, useSaving } from './useSaving.ts'
import { useWordCheck } from './useWordCheck.tsx'
import { useChange } from './useWords.ts'
import { ValidityButton } from './ValidityButton.tsx'
import './article.css'
import { lazyPart } from '../../parts/lazy.tsx'
import { broughtAlong } from '../../parts/stays.ts'

const PreviewDrawer = lazyPart(() => import('./PreviewDrawer.tsx'))
const titles = new Map(columnsFrom(articleRow, formFields).map(({ field, title }) => [field, title]))

/** Article: new, or change one; without the right to change it is shown to read. */
export default function ArticleFormScreen() {
  const { id } = useParams()
  const { can } = useRights()
  const navigate = useNavigate()
  // the article that this very form has made: it goes on as it is, under the article's own address
  const [made, setMade] = useState('')
  if (id && id !== made) return <Opened key={id} articleId={id} shown={() => setMade('')} />
  const onMade = ({ articleId }: Article) => {
    setMade(articleId)
    navigate(places.edit(articleId), { replace: true, state: stays })
  }
  return can('article_saveAdmin') || can('article_saveRole') ? (
    <ArticleForm row={undefined} base={fresh} made={onMade} />
  ) : (
    <NoPermission />
  )
}

/** The row, and over it the copy under review, where there is one: what is edited next is that copy. */
function Opened({ articleId, shown }: { articleId: string; shown: () => void }) {
  const { can } = useRights()
  const first = useRef<{ row: Article; base: Partial<Values> }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(shown, [])
  const view = useCall('article.view', api.view, { articleId }, { fresh: true })
  const revisionId = view.data?.review?.revisionId ?? ''
  const enabled = revisionId !== ''
  const review = useCall('article.revision', api.revision, { revisionId }, { enabled, fresh: true })
  if (view.data && (revisionId === '' || review.data))
    first.current ??= { row: view.data, base: valuesOf(review.data ? withReview(view.data, review.data) : view.data) }
  // what is read again beside an open form does not take it away
  if (first.current && can('article_update')) return <ArticleForm {...first.current} made={() => undefined} />
  const failed = [view, review].find(({ data, error }) => error && !data)
  if (failed?.error) return <ErrorState error={failed.error} retry={() => void failed.refetch()} back={backToList} />
  return view.data && first.current ? <ArticleReadOnly row={view.data} /> : <Loading rows={12} />
}

const standsAt = ({ status, review }: Article) =>
  review ? `修订${newsStatus[Number(review.status) as NewsStatus]}` : newsStatus[Number(status) as NewsStatus]

/** What became of an article under the form: somebody moved it, and may have changed nothing else. */
function movedOn(before: Article | undefined, now: Article): string | undefined {
  if (!before || standsAt(before) === standsAt(now)) return undefined
  const again = Number(now.status) === 0 || Number(now.review?.status) === 0
  return `现在的状态是「${standsAt(now)}」，打开时是「${standsAt(before)}」。${again ? '保留并保存您的修改后，须重新初审。' : ''}`
}

/** Which buttons a state offers: the label, what it does, the main one first. */
function actionsFor(
  status: NewsStatus | undefined,
  saving: ReturnType<typeof useSaving>,
  can: Rights['can'],
  out: { readonly [act in 'submit' | 'accept' | 'publish']: () => Promise<unknown> },
): FormAction[] {
  const { busy, row } = saving
  const submit = { label: '提交审核', main: true, does: out.submit, busy }
  const draft = { label: '存为草稿', does: saving.keepDraft, unchecked: false }
  const save = { label: buttons.save, does: saving.keep }
  if (status === undefined) return [draft, submit]
  // a draft of it would take it out of the pile of who audits
  if (status === 2 && isWaiting(row)) return [{ ...save, main: true, busy }]
  if (status === 2)
    return [
      { ...draft, label: '存为修订草稿' },
      { ...submit, label: '提交修订' },
    ]
  if (status === 1 && can('article_accept'))
    return [save, { label: '保存并初审通过', main: true, does: out.accept, busy }]
  if (status === 0 && can('article_approve') && !row?.noApproval)
    return [save, { label: '保存并发布', main: true, does: out.publish, busy }]
  if (status === 0 || status === 1) return [{ ...save, main: true, busy }]
  return [save, submit]
}

const firstWords = 20
const textIn = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()

/** What a draft is told by: its title, which it has from the article where it was not changed, else how its text begins. */
const nameOf = ({ title, content }: Partial<Values>, article: Partial<Values>): string =>
  title?.trim() || article.title?.trim() || textIn(content ?? '').slice(0, firstWords)

interface FormProps {
  readonly row: Article | undefined
  readonly base: Partial<Values>
  readonly made: (row: Article) => void
}

function ArticleForm({ row: opened, base, made }: FormProps) {
  const navigate = useNavigate()
  const { can } = useRights()
  // opened from the audit, it leads back there, to where the article stood in its pile; else to the list as it was
  const { state } = useLocation()
  const [{ from, at, list = places.list }] = useState(() => broughtAlong<WayBack & { from: string; at: number }>(state))
  const to = from ?? list
  const [initial] = useState(base)
  const [seen, setSeen] = useState<Partial<Values> | null>(null)
  const edit = useEdit<Values>(draftKey(opened), initial, opened?.version)
  const saving = useSaving({
    edit,
    opened,
    made,
    done: (done, says) => {
      // what cannot be taken back ends what went before: the undo on offer is that of the newest act
      keepAct(says ? actOf([done], says, from) : null)
      navigate(to, { state: { at } })
    },
  })
  const { row } = saving
  const status = row ? (Number(row.status) as NewsStatus) : undefined
  const preview: FormAction = { label: '预览', unchecked: true, does: () => setSeen({ ...edit.values() }) }
  const look: FormAction = { label: '内容检测', unchecked: true, does: () => words.show() }
  const theirs = saving.conflict ? valuesOf(saving.conflict.theirs) : {}
  const mine = edit.changed()
  const submit = async () => {
    if (!(await going.submittable())) return
    const seen = await words.seen()
    if (seen) await saving.submit(seen)
  }
  const accept = async () => {
    if (!going.covered()) return
    const personal = await words.personal()
    if (personal === null) return
    const text = `${personal}核对过公开的理由，仍然保存并初审通过？`
    if (personal === '' || (await confirm({ text, ok: '仍然初审通过', careful: true }))) await saving.accept()
  }
  const publish = async () => {
    if (!going.covered()) return
    const personal = await words.personal()
    if (personal === null) return
    const { title, publishTime = null } = edit.values()
    const text = `${personal}将保存并发布《${title}》：${onlineSays([{ publishTime, review: null }])}。是否继续？`
    if (await confirm({ text, ok: '保存并发布', careful: true })) await saving.approve()
  }
  const out = { submit, accept, publish }
  const changeOf = useChange()
  const words = useWordCheck(edit)
  const confirm = useConfirm()
  const going = useGoingOut(edit.form)
  return (
    <>
      {row && <Head row={row} dirty={edit.dirty} list={list} />}
      <FormScreen<Values>
        edit={edit}
        initial={initial}
        nameOf={(draft) => nameOf(draft, edit.original())}
        save={() => saving.conflict || saving.busy || saving.keep()}
        cancel={() => navigate(to)}
        actions={[look, preview, ...actionsFor(status, saving, can, out)]}
      >
        <ArticleFields before={edit.original().publishTime} status={status} articleId={row?.articleId} />
      </FormScreen>
      {saving.conflict && (
        <StaleDialog
          says={saving.conflict.says}
          also={movedOn(row, saving.conflict.theirs)}
          changes={formFields
            .filter((field) => field in mine)
            .map((field) =>
              changeOf({ field, title: titles.get(field) ?? field, before: theirs[field], after: mine[field] }),
            )}
          takeTheirs={() => saving.settle(false)}
          keepMine={() => saving.settle(true)}
          close={saving.closeConflict}
        />
      )}
      {words.drawer}
      {seen && <PreviewDrawer unsaved={seen} title={seen.title || '（无标题）'} close={() => setSeen(null)} />}
    </>
  )
}

/** State, reason and history of the article above its form. */
function Head({ row, dirty, list }: { row: Article; dirty: boolean; list: string }) {
  const { can } = useRights()
  return (
    <p className="form-head">
      <FullStatus row={row} />
      {row.reason && <span className="status bad reason">驳回理由：{row.reason}</span>}
      {row.status === 2 && <span className="muted">文章已发布：修改提交后形成待审修订，原文继续在线。</span>}
      {row.status === 2 && row.review?.status === 0 && (
        <span className="muted">修订已通过初审，改动后须重新初审。</span>
      )}
      {row.scheduledAt && <span className="muted">文章已审核，等待定时发布：改动保存后定时取消，须重新审核。</span>}
      {row.status === 0 && !row.scheduledAt && !can('article_accept') && (
        <span className="muted">文章已通过初审，等待发布：改动保存后须重新初审。</span>
      )}
      {row.noApproval && can('article_approve') && <span className="muted">{row.noApproval}。</span>}
      <ReportedAs articleId={row.articleId} />
      <span className="grow" />
      <TakeDown row={row} dirty={dirty} list={list} />
      <TopButton row={row} />
      <ValidityButton row={row} />
      <RelevantButton row={row} />
      <VoiceButton articleId={row.articleId} title={row.title} online={Number(row.status) === 2} />
      <CopyButton articleId={row.articleId} dirty={dirty} />
      <Link to={places.history(row.articleId)}>修订历史</Link>
    </p>
  )
}
