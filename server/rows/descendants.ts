/** A row of a tree and all below it, parents before their children. */
export function descendants(
  rows: readonly { readonly id: number; readonly parentId: number }[],
  root: number,
): number[] {
  const found = [root]
  for (const id of found) for (const row of rows) if (row.parentId === id && !found.includes(row.id)) found.push(row.id)
  return found
}
