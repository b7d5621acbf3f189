import type { ReactNode } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import type { Right } from '../../app/rights.ts'
import type { TreeKind, TreeNode } from './nodes.ts'
import type { MoveCalls } from './useMoves.ts'

interface TreeCalls<N> extends MoveCalls<N> {
  readonly read: (input: object, options?: CallOptions) => Promise<readonly N[]>
  /** Deletes one; answers why it was refused, or null. */
  readonly remove: (id: string, options?: CallOptions) => Promise<string | null>
  /** Why it would be refused now, or null: nobody is asked for what will be refused. */
  readonly refusal: (id: string) => Promise<string | null>
}

/** What a form of the right pane gets. */
export interface TreeForm<N> {
  readonly nodes: readonly N[]
  /** The row; none: it is new, under `parentId`. */
  readonly row?: N
  readonly parentId?: string
  readonly readOnly: boolean
  readonly done: (id: string) => void
  readonly cancel: () => void
}

export interface TreeProps<N extends TreeNode<N>> {
  /** What the tree is read of, where there are several: a record's own. The same object at every drawing. */
  readonly of?: object
  readonly kind: TreeKind<N>
  readonly calls: TreeCalls<N>
  /** By which it is done; null: by nobody now. */
  readonly rights: { readonly add: Right | null; readonly change: Right | null; readonly remove: Right | null }
  /** What stands beside the button for a new row. */
  readonly beside?: ReactNode
  /** What stands small behind a name in the tree. */
  readonly notes?: (node: N) => readonly ReactNode[]
  /** What goes with a row when it is deleted, for the question: 「及其 3 个条目」, and how many that are, which is to be typed. */
  readonly goes?: (node: N) => { readonly says: string; readonly count: number } | null
  /** What the question says of a row that is not wholly gone once it is deleted; null: it is. */
  readonly keeps?: (node: N) => string | null
  /** Whether rows may stand below one; none: below all. */
  readonly holds?: (node: N) => boolean
  /** True for a row that nobody deletes. */
  readonly stays?: (node: N) => boolean
  /** What is told of the chosen one above its form. */
  readonly facts?: (node: N) => ReactNode
  /** What else can be done with the chosen one. */
  readonly acts?: (node: N) => ReactNode
  /** Below its form: rows that belong to it. Their part of the address is theirs. */
  readonly below?: (node: N) => ReactNode
  readonly form: (form: TreeForm<N>) => ReactNode
}
