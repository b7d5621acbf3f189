import type { ColumnNode } from '../../../core/contract/column.ts'
import { cleanLine } from '../../clean.ts'
import { named } from '../../column-names.ts'
import type { Desk } from '../desk.ts'
import { patient } from './patient.ts'

/** A column that the person's roles allow. */
export interface OwnColumn {
  readonly id: string
  readonly name: string
  /** With the names above it. */
  readonly path: string
}

/** The columns that the person may use, in the order of the tree. */
export async function userColumns(desk: Desk): Promise<readonly OwnColumn[]> {
  const { column } = desk.around.backend
  const [tree, own] = await Promise.all([
    patient(desk, () => column.tree({})),
    patient(desk, () => column.roleUserList({})),
  ])
  const allowed = new Set(own.map((row) => String(row.columnId)))
  return [...named(tree as ColumnNode[])]
    .filter(({ id }) => allowed.has(id))
    .map(({ id, name, path }) => ({ id, name: cleanLine(name), path: cleanLine(path) }))
}
