import type { ReactNode } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import type { ReferenceName } from '../../../core/contract/references.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import type { Right } from '../../app/rights.ts'

/** A list call of the contract; its input may be left out, for every field of it is a filter. */
export type ListCall<I, R> = (
  input: I,
  options?: CallOptions,
) => Promise<{ list: R[]; total: number; pageNumber: number; pageSize: number }>

/** A column: a field that the reply has. Title, kind and words come from the contract. */
export interface Column<R> {
  readonly field: keyof R & string
  readonly width?: number
  /** In place of the field's own title. */
  readonly title?: string
  readonly show?: (row: R) => ReactNode
  /** What stands in place of the value, in the list and in what is exported of it; null: the value itself does. */
  readonly text?: (row: R) => string | null
  readonly sort?: true
  /** Not shown until the user asks for it. */
  readonly hidden?: true
  /** On a phone it stands right below the first column; without its name where its value is a word. */
  readonly leads?: true
}

/** By which column the rows are sorted, and how to sort them otherwise; '' is the list's own order. */
export interface Sorting {
  readonly sort: string
  readonly order: 'asc' | 'desc' | ''
  readonly onSort: (sort: string, order: 'asc' | 'desc' | '') => void
}

interface FilterOf<I> {
  readonly field: keyof I & string
  readonly label: string
  /** What is wrong with a value, as the call would refuse it; null: nothing is. */
  readonly wrong?: (value: string) => string | null
}
/** A filter: a field that the call takes. */
export type Filter<I> =
  | (FilterOf<I> & { readonly kind: 'text' })
  | (FilterOf<I> & { readonly kind: 'choice'; readonly words: Readonly<Record<string | number, string>> })
  | (FilterOf<I> & { readonly kind: 'reference'; readonly of: ReferenceName })
  | (FilterOf<I> & { readonly kind: 'dates'; readonly end: keyof I & string })
  | (FilterOf<I> & {
      readonly kind: 'number'
      readonly minimum: number
      readonly maximum: number
      readonly unit?: string
    })

/** A marked row as an action gets it. */
export interface BulkItem {
  readonly id: string
  /** Of the row as it was marked, where its table counts them: what has changed since was not looked at. */
  readonly version?: number
  readonly reason?: string
  /** Where all of them shall go, of an action that asks for that. */
  readonly to?: string
}

/** What a dialog of an action's own gives back. */
export interface BulkGiven extends Pick<BulkItem, 'reason' | 'to'> {
  /** One of the marked rows that nothing is done with: the others go into it. */
  readonly stays?: string
}

/** What a dialog of an action's own is given. */
export interface BulkAsking<R = object> {
  /** Those that it is for, in the order in which they were marked. */
  readonly rows: readonly R[]
  readonly title: string
  /** Which rows, and what follows. */
  readonly says: string
  /** The number that must be typed before it goes on; '' where none must. */
  readonly typed: string
  readonly close: () => void
  readonly give: (given: BulkGiven) => void
}

/** An action on the marked rows. */
export interface BulkAction<R> {
  readonly label: string
  readonly right: Right
  readonly danger?: true
  /** So many go with one call, 100 where it is not said: what is asked about by the server's word is asked about once. */
  readonly atOnce?: number
  /** Asks for a reason before: one of these, or other words. */
  readonly reasons?: readonly string[]
  /** Asks by a dialog of its own. */
  readonly asks?: (asking: BulkAsking<R>) => ReactNode
  /** Offered for so many rows at least, one where it is not said. */
  readonly least?: number
  /** What follows for these rows, where that is to be known before. */
  readonly follows?: (rows: readonly R[]) => string
  /** Visitors of the site see it at once: the question stands on 取消, and only a press on its button goes on. */
  readonly public?: true
  /** Asks for the number to be typed: there is no way back. */
  readonly final?: true
  /** What it does with so many, where its label and a number do not say it: 「把 5 名用户转到其他部门」. */
  readonly says?: (n: number) => string
  /** What is deleted lies in the recycle bin. */
  readonly toBin?: true
  /** What has become of a row after it, e.g. 已发布. */
  readonly done?: string
  /** Only rows that this move is for; the others are left out and counted. */
  readonly fits?: (row: R) => boolean
  /** Why the server would refuse it for a row that it fits, in a few words; null: it would not. Such rows are left out and counted too. */
  readonly hinders?: (row: R) => string | null
  readonly does: (items: BulkItem[], options: CallOptions) => Promise<BulkResult>
}
