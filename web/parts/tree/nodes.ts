/** A row of a tree with those below it, whatever its fields are called. */
export interface TreeNode<N> {
  readonly children: readonly N[]
}

/** How the rows of a tree name what every tree has. */
export interface TreeKind<N extends TreeNode<N>> {
  /** What a row is called: 栏目. */
  readonly says: string
  /** What stands at the top, where that is called otherwise: a group of menus. */
  readonly topSays?: string
  readonly idOf: (node: N) => string
  /** The id of what it stands under; `top`: nothing. */
  readonly parentOf: (node: N) => string
  readonly nameOf: (node: N) => string
  /** What follows where a row comes under another one, for the question before it. */
  readonly moved?: string
  /** They stand beside each other, none under another one. */
  readonly flat?: true
}

/** The parent of what stands at the top. */
export const top = '0'

/** The row with this id, wherever it is in the tree. */
export function findNode<N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[], id: string): N | undefined {
  for (const node of nodes) {
    const found = kind.idOf(node) === id ? node : findNode(kind, node.children, id)
    if (found) return found
  }
  return undefined
}

/** The ids of rows and of all below them. */
export function idsIn<N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[]): string[] {
  return nodes.flatMap((node) => [kind.idOf(node), ...idsIn(kind, node.children)])
}

/** The ids of those above a row, the topmost first; none where it is not there. */
export function aboveIn<N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[], id: string): string[] {
  for (const node of nodes)
    if (node.children.some((child) => isWithin(kind, child, id)))
      return [kind.idOf(node), ...aboveIn(kind, node.children, id)]
  return []
}

/** More are not looked through at a glance, nor all drawn at once. */
const glance = 200
const count = <N extends TreeNode<N>>(nodes: readonly N[]): number =>
  nodes.reduce((sum, { children }) => sum + count(children), nodes.length)
/** True for a tree in which rows are found by typing, and of which only what is in sight is drawn. */
export const isLarge = <N extends TreeNode<N>>(nodes: readonly N[]): boolean => count(nodes) > glance

/** The rows beside each other under a parent. */
export const siblingsOf = <N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[], parentId: string) =>
  parentId === top ? nodes : (findNode(kind, nodes, parentId)?.children ?? [])

/** True for the row itself and all below it. */
export const isWithin = <N extends TreeNode<N>>(kind: TreeKind<N>, node: N, id: string): boolean =>
  kind.idOf(node) === id || node.children.some((child) => isWithin(kind, child, id))

/**
 * A parent's rows in their new order, after one was put among them; null where nothing moves.
 * @param index among the parent's other rows
 */
export function orderWith<N extends TreeNode<N>>(
  kind: TreeKind<N>,
  nodes: readonly N[],
  moved: N,
  { parentId, index }: { parentId: string; index: number },
): string[] | null {
  const now = siblingsOf(kind, nodes, parentId).map(kind.idOf)
  const others = now.filter((id) => id !== kind.idOf(moved))
  const wanted = [...others.slice(0, index), kind.idOf(moved), ...others.slice(index)]
  const stays = (kind.parentOf(moved) || top) === parentId
  return stays && wanted.every((id, i) => id === now[i]) ? null : wanted
}
