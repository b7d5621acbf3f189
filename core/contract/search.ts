import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jobShape } from './job.ts'
import { count, filter, id, nothing, row, sampled, text, words } from './shared.ts'

/** Shorter words are not completed: they would be too many. */
export const suggestFrom = 2

/** What is offered for what is being typed: a hot word, which is sought, or an article, to whose page it leads. */
const suggestion = row({ text: z.string().meta({ title: '建议' }), url: words('网页地址') })

/** The index being made anew: one that takes longer than the call waits goes on, and is read by its job. */
export const rebuildRow = row({ ...jobShape, total: count('总数'), says: words('结果说明') })

/** How the index of the search stands. */
export const standingRow = row({
  size: count('索引大小（字节）'),
  online: count('已编入的已发布文章'),
  waiting: count('尚待编入的改动'),
  rebuild: rebuildRow.nullable().meta({ title: '最近一次重建' }),
})

/** The index of the search. */
export const search = {
  suggest: endpoint({
    method: 'GET',
    path: '/x/search/suggest',
    send: 'query',
    own: true,
    input: z.object({ keyword: filter(sampled(text('正在输入的检索词', 60), '提案')) }),
    output: z.array(suggestion),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站访问者输入检索词时给出提示，每个网络有次数限制',
    says: '按正在输入的检索词给出热词和已发布文章的标题，最多 8 个；少于两个字或过于频繁时没有',
    verb: false,
  }),
  status: endpoint({
    method: 'POST',
    path: '/x/search/status',
    send: 'none',
    own: true,
    input: nothing,
    output: standingRow,
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '查看检索索引的大小和更新情况',
  }),
  rebuild: endpoint({
    method: 'POST',
    path: '/x/search/rebuild',
    send: 'none',
    own: true,
    input: nothing,
    output: rebuildRow,
    effect: 'write',
    access: 'granted',
    says: '重建检索索引，期间照常检索',
    tells: '重建检索索引',
    job: true,
  }),
  job: endpoint({
    method: 'POST',
    path: '/x/search/job',
    send: 'body',
    own: true,
    input: z.object({ jobId: filter(id('任务')) }),
    output: rebuildRow.nullable(),
    effect: 'read',
    repeat: true,
    access: { like: 'search_rebuild' },
    says: '查看一次重建；不给编号则为最近一次',
    verb: false,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/x/search/cancel',
    send: 'body',
    own: true,
    input: z.object({ jobId: id('任务') }),
    output: rebuildRow,
    effect: 'write',
    repeat: true,
    access: { like: 'search_rebuild' },
    says: '取消重建检索索引',
    tells: '取消重建检索索引',
    verb: false,
  }),
}
