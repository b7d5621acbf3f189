import type { BulkResult } from '../../core/contract/shared.ts'
import { cleanLine } from '../output/clean.ts'

/** What becomes of an item, beside success and failure. */
export const itemSays = { unchanged: '已是如此，未改动', unknown: '结果不明', left: '没有处理' } as const

/** What failed, what nobody knows the outcome of, and what is left, as the text of a file that `--ids @FILE` reads: id, error code and reason, parted by tabs. */
export function failedList(
  failed: readonly BulkResult['failed'][number][],
  left: readonly string[],
  unknown: readonly string[] = [],
): string {
  // that there is nothing to go on with shows in the size of the file
  if (failed.length + left.length + unknown.length === 0) return ''
  const unclear = unknown.length > 0 ? `${itemSays.unknown} ${unknown.length} 项，` : ''
  const lines = [
    `# 失败 ${failed.length} 项，${unclear}${itemSays.left} ${left.length} 项；接着处理：--ids @本文件`,
    ...failed.map((one) => `${one.id}\t${one.errorCode}\t${cleanLine(one.errorMsg)}`),
    ...unknown.map((id) => `${id}\t\t${itemSays.unknown}`),
    ...left.map((id) => `${id}\t\t${itemSays.left}`),
  ]
  return `${lines.join('\n')}\n`
}
