import { type ScanRow, scanChanges, scanRow } from '../../core/contract/word-scan.ts'
import type { Context } from '../context.ts'
import { exit } from '../errors.ts'
import { columnsOf } from '../output/columns.ts'
import { progress } from '../output/progress.ts'
import { checkFields, writeList, writeValue } from '../output/write.ts'
import { answered, followed } from './follow-job.ts'
import { jobError } from './job-end.ts'

const receipt = scanRow.shape.receipt.unwrap()
const shape = {
  columns: columnsOf(receipt.shape.articles),
  usual: ['articleId', 'title', 'status', 'words'],
  idField: 'articleId',
  titleField: 'title',
}

type Found = NonNullable<ScanRow['receipt']>['articles'][number]

/** The words of an article in a cell: what becomes of each stands before those of a list that is only tried. */
const drawn = ({ words, ...row }: Found) => ({
  ...row,
  words: words.map(({ word, change }) => (change === 0 ? word : `${scanChanges[change as 1 | 2]} ${word}`)).join('、'),
})

/**
 * Looks through many articles for words, and writes those that have some. Ctrl+C stops it.
 * @param send begins the walk
 */
export async function runScan(ctx: Context, send: () => Promise<ScanRow>): Promise<number> {
  checkFields(ctx, shape)
  const { scan, cancel } = await ctx.client('sensitive')
  const calls = { job: scan, cancel }
  const shown = await progress(ctx, '正在检测')
  let job: ScanRow
  try {
    job = await answered(ctx, calls, shown, send())
    if (!ctx.flags.dryRun) job = await followed(ctx, calls, shown, job)
  } finally {
    shown.end()
  }
  if (ctx.flags.dryRun) {
    ctx.note('试运行，没有检测')
    return exit.ok
  }
  return tell(ctx, job)
}

async function tell(ctx: Context, { scope, state, says, receipt }: ScanRow): Promise<number> {
  if (receipt) {
    ctx.log?.sum({ scanned: receipt.scanned, found: receipt.found })
    if (ctx.format === 'json') await writeValue(ctx, receipt)
    else await writeList(ctx, shape, receipt.articles.map(drawn))
    const rest = Number(receipt.found) - receipt.articles.length
    if (rest > 0) ctx.warn(`只列出了前 ${receipt.articles.length} 篇，另有 ${rest} 篇`)
  }
  const end = jobError(`「${scope}」`, state, says)
  if (end) throw end
  if (says) ctx.note(says)
  return exit.ok
}
