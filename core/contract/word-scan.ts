import { z } from 'zod'
import { newsStatus } from '../domain/enums.ts'
import { jobShape } from './job.ts'
import { chosen, count, idText, row, words } from './shared.ts'

/** What became of a word: found by the lists that hold, or by others that are only tried. */
export const scanChanges = { 0: '发现', 1: '将会发现', 2: '不再发现' } as const
export type ScanChange = keyof typeof scanChanges

const word = z.string().meta({ title: '词' })
const change = chosen('变化', scanChanges)

/** What a walk through many articles found: at most 500 words, and 500 of the articles. */
const scanReceipt = row({
  scanned: count('已检测'),
  found: count('有发现的文章'),
  words: z.array(row({ word, articles: count('文章数'), change })).meta({ title: '词' }),
  articles: z
    .array(
      row({
        articleId: idText('文章'),
        title: z.string().meta({ title: '标题' }),
        status: chosen('状态', newsStatus),
        words: z.array(row({ word, change })).meta({ title: '词' }),
      }),
    )
    .meta({ title: '文章' }),
})

/** A walk through many articles: one that takes longer than the call waits goes on, and is read by its job. */
export const scanRow = row({
  ...jobShape,
  total: count('总篇数'),
  says: words('结果说明'),
  receipt: scanReceipt.nullable().meta({ title: '结果' }),
})
export type ScanRow = z.infer<typeof scanRow>
export type ScanReceipt = z.infer<typeof scanReceipt>
