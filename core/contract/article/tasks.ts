import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { jobShape } from '../job.ts'
import { bulk, count, filter, id, row, text, words } from '../shared.ts'
import { batchMax } from './fields.ts'
import { statusItems } from './workflow.ts'

/** What became of many articles: at most 1,000 of those that were refused are named. */
export const receipt = { done: bulk.shape.done, failed: bulk.shape.failed, failedCount: count('失败') }
export type TaskReceipt = z.infer<z.ZodObject<typeof receipt>>
/** What a replacement has beside it. */
const replaced = { places: count('替换处数'), beyond: count('未替换处数（每篇一次最多 500 处）') }

/** Many articles moved one by one: what takes longer than the call waits goes on, and is read by its job; what became of them follows at its end. */
export const taskRow = row({
  ...jobShape,
  total: count('总篇数'),
  says: words('结果说明'),
  ...z.object({ ...receipt, ...replaced }).partial().shape,
})

const task = {
  method: 'POST',
  send: 'list',
  input: statusItems,
  output: taskRow,
  effect: 'write',
  job: true,
  verb: false,
} as const
/** For who began one, and for their scripts that may begin such. */
const own = {
  method: 'POST',
  send: 'body',
  own: true,
  access: 'login',
  forScripts: ['article_delete', 'article_reject', 'article_update'],
  output: taskRow,
  verb: false,
} as const

/** Moves of many articles in the background, with the same rights and rules as the calls that wait for them (main-console §4). */
export const tasks = {
  delArticleTask: endpoint({
    ...task,
    path: '/api/article/delArticleTask',
    access: { like: 'article_delete' },
    says: '在后台删除多篇文章到回收站',
    tells: '批量删除文章',
  }),
  rejectArticleTask: endpoint({
    ...task,
    path: '/api/article/rejectArticleTask',
    access: { like: 'article_reject' },
    says: '在后台驳回多篇文章',
    tells: '批量驳回文章',
  }),
  deleteImportArticle: endpoint({
    ...task,
    path: '/api/article/deleteImportArticle',
    send: 'body',
    input: z.object({ batch: text('导入批次', batchMax, 1) }),
    access: { like: 'article_delete' },
    says: '把一次导入的文章删除到回收站；已发布的须先下架',
    tells: '删除一次导入的文章',
    verb: false,
  }),
  task: endpoint({
    ...own,
    path: '/x/article/task',
    input: z.object({ jobId: filter(id('任务')) }),
    output: taskRow.nullable(),
    effect: 'read',
    repeat: true,
    says: '查看本人的批量任务；不给编号则为最近一次',
  }),
  taskCancel: endpoint({
    ...own,
    path: '/x/article/taskCancel',
    input: z.object({ jobId: id('任务') }),
    effect: 'write',
    repeat: true,
    says: '取消本人的批量任务',
    tells: '取消批量任务',
  }),
}
