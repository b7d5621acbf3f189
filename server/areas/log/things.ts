import type { Right } from '../../../core/contract/rights.ts'
import { holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'

/** Whose names are read by another right than that to their list; null: by everybody who reads the log. */
const rights: Readonly<Record<string, Right | null>> = { column: null, dept: null, role: 'column_roleList' }

/** Whether this reader may be told what things of a kind are called. */
export function mayName(ctx: Ctx, kind: string): boolean {
  const right = Object.hasOwn(rights, kind) ? rights[kind] : `${kind}_list`
  return !right || holdsKey(whoOf(ctx).rights, right)
}
