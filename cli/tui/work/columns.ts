import type { ColumnNode } from '../../../core/contract/column.ts'
import { withPaths } from '../../areas/reference-names.ts'
import { cleanLine } from '../../output/clean.ts'
import type { Desk } from '../desk.ts'
import { patient } from './patient.ts'

/** Reads the columns that the person may use, in the order of the tree: dialogs that offer them open without waiting. */
export async function loadColumns(desk: Desk): Promise<void> {
  const { column } = desk.around.backend
  const [tree, own] = await Promise.all([
    patient(desk, () => column.tree({})),
    patient(desk, () => column.roleUserList({})),
  ])
  const allowed = new Set(own.map((row) => String(row.columnId)))
  const columns = [...withPaths('column', tree as ColumnNode[])]
    .filter(({ id }) => allowed.has(id))
    .map(({ id, path }) => ({ id, path: cleanLine(path) }))
  desk.set({ columns })
}
