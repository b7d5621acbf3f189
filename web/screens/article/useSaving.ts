import { useState } from 'react'
import { changes } from '../../../core/client/changes.ts'
import type { ApiError } from '../../../core/errors.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConflict } from '../../parts/form/useConflict.ts'
import type { Edit } from '../../parts/form/useEdit.tsx'
import { submittedSays } from './acts.ts'
import { type Article, api, approvedSays } from './calls.ts'
import { changedModel, type Values, valuesOf, withReview } from './fields.ts'

interface Saving {
  readonly edit: Edit<Values>
  /** The article as it was when the form was opened; none: it is new. */
  readonly opened: Article | undefined
  /** Told when the form has done its work: the article in the version that it was done to, and what was done where that can be taken back. */
  readonly done: (row: Article, says?: string) => void
  /** Told when a new article has been saved and the form goes on over it. */
  readonly made: (row: Article) => void
}

/** What the writer has looked at and stands by. */
export interface Seen {
  readonly wordsSeen: string
  readonly privacyReason: string
}

/** A copy under review has been submitted, and nobody has decided on it yet. */
export const isWaiting = (row: Article | undefined): boolean => row?.review?.status === 1 || row?.review?.status === 0

/** The state that a save by the way sends: it neither submits nor takes back what has been submitted. */
const keptState = (row: Article | undefined): 1 | 3 | undefined => {
  if (!row) return 3
  if (row.status !== 2) return undefined
  return isWaiting(row) ? 1 : 3
}

export const draftKey = (row: Article | undefined) => `article/${row?.articleId ?? 'new'}`

/** The article as it is now, with the copy under review, where there is one. */
async function readNow({ articleId }: Article): Promise<Article> {
  const row = await api.view({ articleId })
  return row.review ? withReview(row, await api.revision({ revisionId: row.review.revisionId })) : row
}

/** Saves the form: a new article whole, an old one by its changed fields and its version. */
export function useSaving({ edit, opened, done, made }: Saving) {
  const [row, setRow] = useState(opened)
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const stand = useConflict({ edit, row, read: readNow, valuesOf })
  const add = useAction(can('article_saveAdmin') ? api.saveAdmin : api.saveRole)
  const update = useAction(api.update)
  const accept = useAction(api.updateAndAccept)
  const approve = useAction(api.updateAndApprove)

  /** What was changed; why the time was dated back goes with it, though it was given before. */
  const changed = () => {
    const { publishTimeReason, modelFields } = edit.values()
    const model = 'modelFields' in edit.changed() && {
      modelFields: changedModel(edit.original().modelFields, modelFields),
    }
    return {
      ...edit.changed(),
      ...model,
      ...('publishTime' in edit.changed() && publishTimeReason && { publishTimeReason }),
    }
  }

  const caught = (error: ApiError) => void stand.caught(error)

  async function saveNew(status: 1 | 3, seen?: Seen) {
    const { modelFields, ...values } = edit.values()
    const model = { modelFields: changedModel(null, modelFields) }
    return add.run({ ...(values as Values), ...model, content: values.content ?? '', status, ...seen }, caught)
  }

  async function saveOld(old: Article, status: 1 | 3 | undefined, seen?: Seen) {
    // a changed state alone is a change too
    const before = { ...edit.original(), articleId: old.articleId, status: null as number | null }
    const sent = changes(before, { ...changed(), ...(status && { status }) } as typeof before, 'articleId')
    return update.run({ ...sent, ...seen, version: edit.version() } as Parameters<typeof api.update>[0], caught)
  }

  async function submit(seen: Seen) {
    // a new one was none before: whoever acts on it after its submission has gone on since
    const version = edit.version() ?? 0
    try {
      const saved = await (row ? saveOld(row, 1, seen) : saveNew(1, seen))
      if (!saved) return
      edit.finish()
      say.success(notices.done)
      await stale('article')
      const submitted = saved.status === 1 || saved.review?.status === 1
      done({ ...saved, version }, submitted ? submittedSays : undefined)
    } catch (error) {
      say.refused(error)
    }
  }

  /** Saves; the form stays, the cursor where it is. */
  async function keep(state = keptState(row)) {
    const sent = edit.values()
    try {
      const saved = await (row ? saveOld(row, state) : saveNew(state ?? 3))
      if (!saved) return
      setRow(saved)
      edit.stay(sent, saved.version, draftKey(saved))
      if (!row) made(saved)
      say.success(notices.saved)
      await stale('article')
    } catch (error) {
      say.refused(error)
    }
  }

  /** Saves what changed and makes the move, both or neither. */
  async function saveAnd(move: typeof accept, says: string) {
    if (!row) return
    const saves = edit.dirty ? 1 : 0
    const item = { ...changed(), articleId: row.articleId, version: edit.version() }
    const result = await move.run({ items: [item] } as Parameters<typeof api.updateAndAccept>[0])
    const [refused] = result?.failed ?? []
    if (refused) return say.error(refused.errorMsg)
    if (!result) return
    edit.finish()
    say.success(notices.done)
    await stale('article')
    done(
      { ...row, title: edit.values().title ?? row.title, version: (edit.version() ?? row.version ?? 0) + saves },
      says,
    )
  }

  return {
    /** The article as the form last heard of it: its state decides what can be done. */
    row,
    busy: add.busy || update.busy || accept.busy || approve.busy,
    accept: () => saveAnd(accept, '已初审通过'),
    approve: () =>
      saveAnd(approve, approvedSays('已发布', [{ publishTime: edit.values().publishTime ?? null, review: null }])),
    submit,
    keepDraft: () => keep(3),
    keep: () => keep(),
    conflict: stand.conflict,
    settle(keepMine: boolean) {
      if (stand.conflict) setRow(stand.conflict.theirs)
      stand.settle(keepMine)
    },
    closeConflict: stand.close,
  }
}
