import { z } from 'zod'
import { yesNo } from '../domain/enums.ts'
import { exportFormats, exportParts } from '../domain/exports.ts'
import { jobStates } from '../domain/jobs.ts'
import { endpoint } from './endpoint.ts'
import {
  choice,
  chosen,
  count,
  filter,
  id,
  idText,
  nothing,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

/** A file of many rows that is made beside everything else: what is in it, how far it is, and until when it can be fetched. */
export const exportTaskRow = row({
  id: idText(),
  name: words('内容'),
  source: words('模块'),
  format: chosen('格式', exportFormats),
  state: chosen('状态', jobStates),
  says: words('说明'),
  finished: count('已写行数'),
  total: count('总行数'),
  rows: count('行数'),
  bytes: count('大小', '字节'),
  sha256: words('摘要'),
  createdAt: when('开始时间'),
  doneAt: when('完成时间'),
  keptUntil: when('保留至'),
  ready: chosen('可以下载', yesNo),
  jobId: idText('任务'),
})

const one = z.object({ id: id('导出任务') })
const write = { method: 'POST', send: 'body', own: true, effect: 'write', access: 'login' } as const
const read = { method: 'POST', own: true, effect: 'read', repeat: true, access: 'login' } as const

/** Large exports, each the caller's own (docs/rules.md, Exports). */
export const exportTask = {
  start: endpoint({
    ...write,
    path: '/x/exportTask/start',
    input: z.object({
      source: sampled(text('模块', 40, 1), 'app').meta({ title: '模块' }),
      format: filter(choice('格式', exportFormats)),
      fields: z
        .array(text('列', 60))
        .max(200)
        .refine((names) => new Set(names).size === names.length, '同一列只能写一次')
        .nullish()
        .meta({ title: '列' }),
      filter: z.record(z.string(), z.unknown()).nullish().meta({ title: '筛选条件' }),
    }),
    output: exportTaskRow,
    says: '在后台把一个列表导出为文件：与列表同样的筛选，须有查看该列表的权限；完成后在站内通知中有链接',
    tells: '在后台导出',
    // its columns and filters are structures: commands write lists by `export`
    verb: false,
  }),
  list: endpoint({
    ...read,
    send: 'body',
    path: '/x/exportTask/list',
    input: z.object({ ...page }),
    output: pageOf(exportTaskRow),
    says: '本人的导出任务',
  }),
  get: endpoint({
    ...read,
    send: 'body',
    path: '/x/exportTask/get',
    input: one,
    output: exportTaskRow,
    says: '查看本人的一个导出任务进行到哪里',
  }),
  terms: endpoint({
    ...read,
    send: 'none',
    path: '/x/exportTask/terms',
    input: nothing,
    output: row({ jobFrom: count('从多少行起', '行'), keepDays: count('保留', '天') }),
    says: '从多少行起建议在后台导出，文件保留多少天',
    verb: false,
  }),
  stop: endpoint({
    ...write,
    path: '/x/exportTask/stop',
    repeat: true,
    input: one,
    output: exportTaskRow,
    says: '取消本人正在进行的导出任务',
    tells: '取消导出任务{}',
  }),
  again: endpoint({
    ...write,
    path: '/x/exportTask/again',
    input: one,
    output: exportTaskRow,
    says: '把本人中断、失败、取消或已经完成的导出任务重新做一次',
    tells: '重新导出任务{}',
  }),
  download: endpoint({
    method: 'POST',
    send: 'body',
    own: true,
    reply: 'file',
    path: '/x/exportTask/download',
    input: z.object({ id: id('导出任务'), part: filter(choice('取什么', exportParts)) }),
    output: z.string(),
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '下载本人导出的文件或其清单；不再有查看该列表的权限时不能下载',
    tells: '下载导出任务{}的文件',
  }),
}
