import type { BulkResult } from '../../core/contract/shared.ts'
import { cleanLine } from '../output/clean.ts'

/** What becomes of an item, beside success and failure. */
export const itemSays = {
  unchanged: '已是如此，未改动',
  unknown: '结果不明',
  left: '没有处理',
  going: '在后台继续',
} as const

/** How what is left is gone on with: from the list, by a verb that takes ids; else by the same line again. */
export const goOnFrom = (list: string | null): string =>
  list === null ? '再次运行同一条命令可以接着处理，已完成的不会重复' : `接着处理：--ids ${list}`

/** The same of an act that does anew what it does again. */
export const goOnOnce = (list: string | null): string =>
  list === null
    ? '再次运行同一条命令会把已完成的再做一次：只对没有处理的编号另行运行（--json 的结果中有成功的编号；运行时加 --failed-to 文件 可记下没有处理的）'
    : goOnFrom(list)

/** What failed, what nobody knows the outcome of, and what is left, as the text of a file that `--ids @FILE` reads: id, error code and reason, parted by tabs. @param takesIds the verb has `--ids` */
export function failedList(
  failed: readonly BulkResult['failed'][number][],
  left: readonly string[],
  unknown: readonly string[] = [],
  takesIds = true,
): string {
  // that there is nothing to go on with shows in the size of the file
  if (failed.length + left.length + unknown.length === 0) return ''
  const unclear = unknown.length > 0 ? `${itemSays.unknown} ${unknown.length} 项，` : ''
  const lines = [
    `# 失败 ${failed.length} 项，${unclear}${itemSays.left} ${left.length} 项；${goOnFrom(takesIds ? '@本文件' : null)}`,
    // a name that nothing has is no id to go on with
    ...failed.map(
      (one) => `${/^\d+$/.test(one.id) ? '' : '# '}${one.id}\t${one.errorCode}\t${cleanLine(one.errorMsg)}`,
    ),
    ...unknown.map((id) => `${id}\t\t${itemSays.unknown}`),
    ...left.map((id) => `${id}\t\t${itemSays.left}`),
  ]
  return `${lines.join('\n')}\n`
}
