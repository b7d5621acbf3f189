import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jobShape } from './job.ts'
import { choice, id, nothing, row, text } from './shared.ts'

const failure = row({ page: z.string().meta({ title: '页面' }), reason: z.string().meta({ title: '原因' }) })

/** What a run did, page by page (docs/rules.md, The site). Counts are pages; the lists name at most 1,000. */
const receipt = {
  expected: z.number().meta({ title: '应有页面' }),
  written: z.number().meta({ title: '写入' }),
  unchanged: z.number().meta({ title: '未变' }),
  removed: z.number().meta({ title: '移除' }),
  failed: z.array(failure).meta({ title: '失败' }),
  failedCount: z.number().meta({ title: '失败数' }),
  ms: z.number().meta({ title: '用时（毫秒）' }),
}
export const receiptRow = row(receipt)
export type Receipt = z.infer<typeof receiptRow>

/** A run that takes longer than the call waits answers with its job; the receipt follows in `/x/generate/job`. */
export const jobRow = row({ ...jobShape, receipt: receiptRow.nullable().meta({ title: '结果' }) })
const started = row({ ...jobRow.shape, ...z.object(receipt).partial().shape })

/** A column, or 0 for all; the specification's console also sends negative numbers for all. */
const columnOrAll = z.union([
  id('栏目'),
  z
    .string()
    .regex(/^-\d{1,9}$/)
    .transform(() => 0),
  z
    .number()
    .negative()
    .transform(() => 0),
])

/** Static generation of the public site (main-console §7; docs/rules.md, The site). */
export const generate = {
  generateIndex: endpoint({
    method: 'POST',
    path: '/api/generate/generateIndex',
    send: 'body',
    input: nothing,
    output: started,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '生成首页',
  }),
  generateColumn: endpoint({
    method: 'GET',
    path: '/api/generate/{columnId}/genernateColumn',
    send: 'none',
    input: z.object({
      columnId: columnOrAll,
    }),
    output: started,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '生成栏目页（0 为全部栏目，否则含下级）',
  }),
  generateArticle: endpoint({
    method: 'GET',
    path: '/api/generate/{columnId}/{dateTime}/generateArticle',
    send: 'none',
    input: z.object({
      columnId: columnOrAll,
      dateTime: text('发布时间起（0 为不限）', 40),
    }),
    output: started,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '生成文章页（发布时间不早于所给时间）',
  }),
  viewIndex: endpoint({
    method: 'GET',
    path: '/api/generate/{position}/viewIndex',
    send: 'none',
    input: z.object({ position: text('页面文件名', 100) }),
    output: z.string(),
    reply: 'page',
    effect: 'read',
    repeat: true,
    access: { like: 'generate_generateIndex' },
    says: '预览首页等单页',
  }),
  all: endpoint({
    method: 'POST',
    path: '/x/generate/all',
    send: 'query',
    own: true,
    input: z.object({ force: choice('全部重新生成', { 1: '是', 0: '否，只生成有变化的' }).nullish() }),
    output: started,
    effect: 'write',
    access: { like: 'generate_generateIndex' },
    says: '生成全站',
  }),
  job: endpoint({
    method: 'POST',
    path: '/x/generate/job',
    send: 'body',
    own: true,
    input: z.object({ jobId: id('任务').nullish() }),
    output: jobRow.nullable(),
    effect: 'read',
    repeat: true,
    access: { like: 'generate_generateIndex' },
    says: '查看生成任务的进度（不给编号为最近一次）',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/x/generate/cancel',
    send: 'body',
    own: true,
    input: z.object({ jobId: id('任务') }),
    output: jobRow,
    effect: 'write',
    repeat: true,
    access: { like: 'generate_generateIndex' },
    says: '取消生成任务',
  }),
}
