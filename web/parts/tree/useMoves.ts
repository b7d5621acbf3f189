import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { cacheKey, useAction, useStale } from '../../data/calls.ts'
import { orderWith, siblingsOf, type TreeKind, type TreeNode, top } from './nodes.ts'

const ends = { [-1]: '已经在最前', 1: '已经在最后' } as const

/** The calls by which a tree is moved. */
export interface MoveCalls<N> {
  readonly area: AreaName
  /** The call that reads the whole tree. */
  readonly tree: Parameters<typeof cacheKey>[0]
  /** Puts all rows of a parent into an order; answers the tree. */
  readonly arrange: (place: { parentId: string; ids: string[] }, options?: CallOptions) => Promise<readonly N[]>
}

/** Moving rows of a tree: the whole new order of a parent in one call. */
export function useMoves<N extends TreeNode<N>>(kind: TreeKind<N>, nodes: readonly N[], calls: MoveCalls<N>) {
  const say = useSay()
  const stale = useStale()
  const client = useQueryClient()
  const arrange = useAction(calls.arrange)
  const [step, setStep] = useState(0)

  async function to(moved: N, parentId: string, index: number) {
    const ids = orderWith(kind, nodes, moved, { parentId, index })
    if (!ids) return
    const done = await arrange.run({ parentId, ids })
    if (done) {
      // the next move starts from this order
      client.setQueryData(cacheKey(calls.tree, {}), done)
      say.success(notices.saved)
    }
    await stale(calls.area)
  }

  async function by(node: N, step: 1 | -1) {
    const parentId = kind.parentOf(node) || top
    const beside = siblingsOf(kind, nodes, parentId)
    const at = beside.findIndex((one) => kind.idOf(one) === kind.idOf(node)) + step
    if (at < 0 || at >= beside.length) return say.warning(ends[step])
    setStep(step)
    await to(node, parentId, at)
  }
  return {
    to: (moved: N, parentId: string, index: number) => void to(moved, parentId, index),
    by: (node: N, step: 1 | -1) => void by(node, step),
    /** It was dropped into its own branch. */
    refused: () => say.warning(`${kind.says}不能移到自己的下级之下`),
    /** The step that is under way; 0: none. */
    step: arrange.busy ? step : 0,
  }
}

/** How a row is moved: to a place, or one step among those beside it. */
export type Moves<N extends TreeNode<N>> = ReturnType<typeof useMoves<N>>
