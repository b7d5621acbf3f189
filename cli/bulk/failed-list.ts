import type { BulkResult } from '../../core/contract/shared.ts'
import { cleanLine } from '../output/clean.ts'

/** What failed and what is left, as the text of a file that `--ids @FILE` reads: id, error code and reason, parted by tabs. */
export function failedList(failed: readonly BulkResult['failed'][number][], left: readonly string[]): string {
  // that there is nothing to go on with shows in the size of the file
  if (failed.length + left.length === 0) return ''
  const lines = [
    `# 失败 ${failed.length} 项，没有处理 ${left.length} 项；接着处理：--ids @本文件`,
    ...failed.map((one) => `${one.id}\t${one.errorCode}\t${cleanLine(one.errorMsg)}`),
    ...left.map((id) => `${id}\t\t没有处理`),
  ]
  return `${lines.join('\n')}\n`
}
