import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { CallOptions } from '../../../core/client/client.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import type { Right } from '../../app/rights.ts'
import { ListScreen, type ListScreenProps } from '../list/ListScreen.tsx'
import type { BulkItem } from '../list/types.ts'

type Send = (items: BulkItem[], options?: CallOptions) => Promise<BulkResult>

interface Props<I, R>
  extends Pick<ListScreenProps<I, R>, 'call' | 'from' | 'idField' | 'titleOf' | 'columns' | 'filters'> {
  readonly row: z.ZodType
  readonly rights: { readonly restore: Right; readonly purge: Right }
  readonly restore: Send
  readonly purge: Send
  /** What of the rows is told before they go for good. */
  readonly follows?: (rows: readonly R[]) => string
  /** The way back to the list. */
  readonly main: ReactNode
}

/** The recycle bin of a kind: rows come back as they were, or go for good. */
export function BinScreen<I extends object, R extends object>({
  rights,
  restore,
  purge,
  follows,
  ...list
}: Props<I, R>) {
  return (
    <ListScreen<I, R>
      {...list}
      name="回收站"
      order={[{ field: 'deletedAt' as keyof R & string, order: 'desc' }]}
      bulk={[
        { label: '恢复', right: rights.restore, does: restore },
        { label: '彻底删除', right: rights.purge, danger: true, final: true, ...(follows && { follows }), does: purge },
      ]}
      empty="回收站是空的。"
    />
  )
}
