import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { cacheKey, useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../confirm.tsx'
import { findNode, orderWith, siblingsOf, type TreeKind, type TreeNode, top } from './nodes.ts'

const ends = { [-1]: '已经在最前', 1: '已经在最后' } as const

/** The calls by which a tree is moved. */
export interface MoveCalls<N> {
  readonly area: AreaName
  /** The call that reads the whole tree. */
  readonly tree: Parameters<typeof cacheKey>[0]
  /** Puts all rows of a parent into an order; answers the tree. */
  readonly arrange: (place: { parentId: string; ids: string[] }, options?: CallOptions) => Promise<readonly N[]>
}

/**
 * Moving rows of a tree: the whole new order of a parent in one call. Moves that come while one is under way wait for it, and start from
 * the order that it left.
 * @param of what the tree is read of
 */
export function useMoves<N extends TreeNode<N>>(
  kind: TreeKind<N>,
  nodes: readonly N[],
  calls: MoveCalls<N>,
  of: object,
) {
  const say = useSay()
  const stale = useStale()
  const client = useQueryClient()
  const confirm = useConfirm()
  const arrange = useAction(calls.arrange)
  const [step, setStep] = useState(0)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const now = () => client.getQueryData<readonly N[]>(cacheKey(calls.tree, of)) ?? nodes
  const inTurn = (work: () => Promise<void>) => {
    line.current = line.current.catch(() => {}).then(work)
  }

  /** A slip of the hand in a row is seen and put back; under another one a whole branch may go out of sight. */
  async function agreed(moved: N, parentId: string): Promise<boolean> {
    if ((kind.parentOf(moved) || top) === parentId) return true
    const above = findNode(kind, now(), parentId)
    const where = above ? `移到「${kind.nameOf(above)}」之下` : `移为顶级${kind.says}`
    const along = moved.children.length > 0 ? '连同其下级' : ''
    const follows = kind.moved ? `${kind.moved}。` : ''
    return confirm({
      text: `将${kind.says}「${kind.nameOf(moved)}」${along}${where}。${follows}是否继续？`,
      ok: '移动',
    })
  }

  async function to(moved: N, parentId: string, index: number) {
    if (!orderWith(kind, now(), moved, { parentId, index }) || !(await agreed(moved, parentId))) return
    // as it is when the question is answered
    const ids = orderWith(kind, now(), moved, { parentId, index })
    if (!ids) return
    const done = await arrange.run({ parentId, ids })
    if (done) {
      // the next move starts from this order
      client.setQueryData(cacheKey(calls.tree, of), done)
      say.success(notices.saved)
    }
    await stale(calls.area)
  }

  async function by(node: N, step: 1 | -1) {
    const moved = findNode(kind, now(), kind.idOf(node))
    if (!moved) return
    const parentId = kind.parentOf(moved) || top
    const beside = siblingsOf(kind, now(), parentId)
    const at = beside.findIndex((one) => kind.idOf(one) === kind.idOf(moved)) + step
    if (at < 0 || at >= beside.length) return void say.warning(ends[step])
    setStep(step)
    await to(moved, parentId, at)
  }
  return {
    to: (moved: N, parentId: string, index: number) => inTurn(() => to(moved, parentId, index)),
    by: (node: N, step: 1 | -1) => inTurn(() => by(node, step)),
    /** It was dropped into its own branch. */
    refused: () => say.warning(`${kind.says}不能移到自己的下级之下`),
    /** The step that is under way; 0: none. */
    step: arrange.busy ? step : 0,
  }
}

/** How a row is moved: to a place, or one step among those beside it. */
export type Moves<N extends TreeNode<N>> = ReturnType<typeof useMoves<N>>
