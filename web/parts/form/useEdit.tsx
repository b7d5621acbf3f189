import { Form } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { beforeSignIn } from '../../data/session.ts'
import { isUploading } from '../upload/queue.ts'
import { dropDraft, keepDraft, makeRoom, type Offered, offeredDrafts, ownKey, tabPlace } from './draft.ts'
import { useLeaveGuard } from './leave.ts'
import { useOthers } from './others.ts'

const draftAfterMs = 400

const blank = (value: unknown) => value === undefined || value === null || value === ''
const same = (a: unknown, b: unknown) => (blank(a) && blank(b)) || JSON.stringify(a) === JSON.stringify(b)

const none: readonly string[] = []

/** The fields of `values` that differ from the original. */
export const changedFields = <T extends object>(original: Partial<T>, values: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !same(original[field as keyof T], value)),
  ) as Partial<T>

/**
 * A form over a row: what changed, a local draft, and a question before it is left.
 * @param key names the draft, e.g. `article/12`
 * @param original the row as it was read
 * @param version the row's version; none: it is new
 * @param unkept fields of which the browser keeps no draft: what is personal
 */
export function useEdit<T extends object>(
  key: string,
  original: Partial<T>,
  version?: number | null,
  unkept: readonly string[] = none,
) {
  const [form] = Form.useForm<T>()
  const say = useSay()
  const base = useRef(original)
  const known = useRef(version)
  const from = useRef(version)
  const [desk, setDesk] = useState(() => {
    const place = version === undefined ? tabPlace(key) : key
    return { thing: key, place, own: ownKey(place) }
  })
  const { others, asked } = useOthers(desk.thing, desk.own)
  // what is typed is kept also between two drawings
  const now = useRef({ ...desk, others })
  now.current.others = others
  const [left, setLeft] = useState<readonly Offered<T>[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was left before this form was opened, and no later
  useEffect(() => {
    if (!asked) return
    const newRow = version === undefined ? key : null
    setLeft(offeredDrafts<T>(desk.place, newRow, others).filter((one) => one.key !== desk.own))
  }, [asked])
  const offered = useMemo(() => left.filter((one) => !others.has(one.key)), [left, others])
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [dirty, setDirty] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saved = useRef(false)

  const values = useCallback(() => form.getFieldsValue(true) as Partial<T>, [form])
  const changed = useCallback(() => changedFields<T>(base.current, values()), [values])
  const isDirty = useCallback(() => !saved.current && Object.keys(changed()).length > 0, [changed])
  const wouldLose = useCallback(() => isDirty() || isUploading(), [isDirty])

  const store = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (saved.current) return false
    const all = Object.entries(changed())
    const mine = Object.fromEntries(all.filter(([field]) => !unkept.includes(field))) as Partial<T>
    const any = Object.keys(mine).length > 0
    const { place, own } = now.current
    if (any) makeRoom(place, own, now.current.others)
    const kept = any && keepDraft(own, { values: mine, version: from.current })
    setKeptAt(kept ? Date.now() : null)
    if (!any) dropDraft(own)
    else if (!kept) say.warning('草稿过大，浏览器未能暂存')
    return kept
  }, [changed, say, unkept])

  useEffect(() => {
    const flush = () => timer.current !== undefined && store()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [store])
  useEffect(() => beforeSignIn(() => (isDirty() ? (store() ? 'kept' : 'lost') : 'nothing')), [isDirty, store])
  /** The question before it is left: what the browser has kept is told of. */
  const leaving = useCallback(() => {
    if (!store()) return notices.leave
    const left = Object.keys(changed()).some((field) => unkept.includes(field)) ? '（手机号等个人信息除外）' : ''
    return `${notices.leave}填写的内容${left}已暂存在此浏览器中，再次打开时可恢复。`
  }, [store, changed, unkept])
  useLeaveGuard(wouldLose, leaving)

  return useMemo(
    () => ({
      form,
      dirty,
      /** Drafts that were left behind, the newest first; what is typed beside them is kept apart. */
      offered,
      /** Another tab has the same open. */
      beside: others.size > 0,
      /** When the browser last kept what is not saved yet, in milliseconds. */
      keptAt,
      values,
      changed,
      leaving,
      /** Keeps in the browser what is typed. @returns whether it is kept */
      store,
      original: () => base.current,
      /** The version that the changes were made over: that of a draft which was taken up may be an older one. */
      version: () => from.current,
      /** True where the row has gone on since: saving is refused as stale, and shows both. */
      behind: () => from.current !== known.current,
      /** As `changed`, with '' for a field that was emptied: it has to be sent, an unchanged one not at all. */
      sent: () => Object.fromEntries(Object.entries(changed()).map(([field, value]) => [field, value ?? ''])),
      onValuesChange() {
        setDirty(isDirty())
        clearTimeout(timer.current)
        timer.current = setTimeout(store, draftAfterMs)
      },
      takeDraft(one: Offered<T>) {
        form.setFieldsValue(one.values as never)
        from.current = one.version ?? known.current
        setLeft((all) => all.filter(({ key }) => key !== one.key))
        setDirty(isDirty())
        store()
        dropDraft(one.key)
      },
      dropDraft(one: Offered<T>) {
        dropDraft(one.key)
        setLeft((all) => all.filter(({ key }) => key !== one.key))
      },
      /** The row as it is now on the server becomes what changes are measured by. */
      rebase(row: Partial<T>, keepMine: boolean, version: number | null) {
        const mine = changed()
        base.current = row
        known.current = version
        from.current = version
        form.setFieldsValue({ ...row, ...(keepMine ? mine : {}) } as never)
        setDirty(isDirty())
        store()
      },
      /**
       * Saved, and the form stays: what was sent is what changes are measured by from now on; what was typed meanwhile is still to be saved.
       * @param key names the draft from now on: a new row has become one that is there
       */
      stay(sent: Partial<T>, version: number | null, key: string) {
        base.current = { ...base.current, ...sent }
        known.current = version
        from.current = version
        if (key !== now.current.thing) {
          dropDraft(now.current.own)
          const desk = { thing: key, place: key, own: ownKey(key) }
          Object.assign(now.current, desk)
          setDesk(desk)
        }
        setDirty(isDirty())
        store()
      },
      /** Saved: no draft is left, and the form may be left. */
      finish() {
        saved.current = true
        clearTimeout(timer.current)
        timer.current = undefined
        dropDraft(now.current.own)
      },
    }),
    [form, dirty, offered, others, keptAt, values, changed, leaving, isDirty, store],
  )
}
export type Edit<T extends object> = ReturnType<typeof useEdit<T>>
