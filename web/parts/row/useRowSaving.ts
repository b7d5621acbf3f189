import { useState } from 'react'
import type { z } from 'zod'
import { changes } from '../../../core/client/changes.ts'
import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConflict } from '../form/useConflict.ts'
import { changedFields, type Edit } from '../form/useEdit.tsx'

/** A row as the small forms know it. */
export interface PlainRow {
  readonly id: string
  readonly version: number | null
}

/** The calls that a small form needs. */
export interface RowCalls<R extends PlainRow> {
  readonly get: (input: { id: string }, options?: CallOptions) => Promise<R>
  /** None: rows are only changed. */
  readonly add?: (input: never, options?: CallOptions) => Promise<R>
  readonly edit: (input: never, options?: CallOptions) => Promise<R>
}

interface Saving<V extends object, R extends PlainRow> {
  readonly edit: Edit<V>
  readonly calls: RowCalls<R>
  readonly area: AreaName
  /** As `draftKey` takes it; the area where there is none. */
  readonly drafts?: string
  /** The row as it was read; none: it is new. */
  readonly row: R | undefined
  /** The form's part of a row. */
  readonly valuesOf: (row: R) => Partial<V>
  readonly done: (saved: R) => void
  /** All that stands in the form is sent, also what was not changed: it began with a proposal. */
  readonly whole?: boolean
  /** The fields as the call takes them, for what an emptied one is sent as. */
  readonly shape?: { readonly [F in keyof V]: z.ZodType }
  /** The form stays where it is once a row that was there is saved. */
  readonly stays?: boolean
}

/** Names the draft of a row. */
export const draftKey = (drafts: string, row: PlainRow | undefined) => `${drafts}/${row?.id ?? 'new'}`

/**
 * What an emptied field is sent as: '' or none, as the call takes it. A number that may only be absent is left out of a new row; of one that
 * is there it goes as it is and is refused by its name.
 */
function sentAs(schema: z.ZodType | undefined, value: unknown, isNew: boolean): unknown {
  if (schema === undefined || (value !== null && value !== '')) return value
  const { minimum, words } = metaOf(schema as unknown as Shaped)
  const isNumber = minimum !== undefined && !words
  if (!isNumber && schema.safeParse(value).success) return value
  if (schema.safeParse(null).success) return null
  return isNumber && isNew && schema.safeParse(undefined).success ? undefined : value
}

/** Saves a small form: a new row whole, an old one by its changed fields and its version. */
export function useRowSaving<V extends object, R extends PlainRow>(saving: Saving<V, R>) {
  const { edit, calls, area, drafts = area, valuesOf, done } = saving
  const [row, setRow] = useState(saving.row)
  const [kept, setKept] = useState(false)
  const say = useSay()
  const stale = useStale()
  const add = useAction(calls.add ?? calls.edit)
  const change = useAction(calls.edit)
  const stand = useConflict({ edit, row, read: ({ id }: R) => calls.get({ id }), valuesOf })

  const filled = (values: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values)
        .map(([field, value]) => [field, sentAs(saving.shape?.[field as keyof V], value, !row)] as const)
        .filter(([, value]) => value !== undefined),
    )

  function send() {
    if (!row) return add.run(filled(edit.values()) as never)
    if (saving.whole)
      return change.run({ ...filled(edit.values()), id: row.id, version: edit.version() } as never, stand.caught)
    const sent = changes({ ...edit.original(), id: row.id } as Record<string, unknown>, filled(edit.sent()), 'id')
    return change.run({ ...sent, version: edit.version() } as never, stand.caught)
  }

  async function save(stays: boolean) {
    const sent = edit.values()
    // Ctrl+S has saved it all: the button only leads on
    if (!stays && kept && row && !edit.dirty) {
      edit.finish()
      return done(row)
    }
    try {
      const saved = await send()
      if (!saved) return
      if (stays) {
        setRow(saved)
        setKept(true)
        edit.stay(sent, saved.version, draftKey(drafts, saved))
      } else if (row && saving.stays) stand.follow(saved, false)
      else edit.finish()
      say.success(notices.saved)
      await stale(area)
      if (!stays) done(saved)
    } catch (error) {
      say.refused(error)
    }
  }

  return {
    /** The row as the form last heard of it. */
    row,
    save: () => save(false),
    keep: () => save(true),
    busy: add.busy || change.busy,
    conflict: stand.conflict,
    settle(keepMine: boolean) {
      stand.settle(keepMine)
      void stale(area)
    },
    /**
     * The row was read again: what was only moved, or is not being changed here, is followed; a change of what is being changed is left
     * to the server, which refuses the stale one.
     */
    hear(now: R) {
      if ((now.version ?? 0) <= (edit.version() ?? 0) || edit.behind()) return
      const moved = changedFields(edit.original(), valuesOf(now))
      if (Object.keys(moved).length === 0 || Object.keys(edit.changed()).length === 0) stand.follow(now, true)
    },
    closeConflict: stand.close,
  }
}
