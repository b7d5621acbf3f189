import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { cacheKey, useAction, useStale } from '../../data/calls.ts'
import { api, type ColumnNode, siblingsOf, top } from './calls.ts'
import { orderWith } from './order.ts'

const ends = { [-1]: '已经在最前', 1: '已经在最后' } as const

/** Moving columns: the whole new order of a parent in one call. */
export function useMoves(columns: readonly ColumnNode[]) {
  const say = useSay()
  const stale = useStale()
  const client = useQueryClient()
  const arrange = useAction(api.arrange)
  const [step, setStep] = useState(0)

  async function to(moved: ColumnNode, parentId: string, index: number) {
    const columnIds = orderWith(columns, moved, parentId, index)
    if (!columnIds) return
    const done = await arrange.run({ categoryCategoryId: parentId, columnIds })
    if (done) {
      // the next move starts from this order
      client.setQueryData(cacheKey('column.tree', {}), done)
      say.success(notices.saved)
    }
    await stale('column')
  }

  async function by(node: ColumnNode, step: 1 | -1) {
    const parentId = node.categoryCategoryId || top
    const beside = siblingsOf(columns, parentId)
    const at = beside.findIndex((one) => one.columnId === node.columnId) + step
    if (at < 0 || at >= beside.length) return say.warning(ends[step])
    setStep(step)
    await to(node, parentId, at)
  }
  return {
    to: (moved: ColumnNode, parentId: string, index: number) => void to(moved, parentId, index),
    by: (node: ColumnNode, step: 1 | -1) => void by(node, step),
    refused: () => say.warning('栏目不能移到自己的下级之下'),
    /** The step that is under way; 0: none. */
    step: arrange.busy ? step : 0,
  }
}
