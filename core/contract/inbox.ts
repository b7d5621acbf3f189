import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, fixedPage, idText, nothing, pageOf, row, sampled, text, when, words } from './shared.ts'

const waits = { count: count('件数'), oldest: when('最早') }

/** What waits for the caller at one stage of one kind: a pile. */
const pile = row({
  pile: z.string().meta({ title: '待办' }),
  area: z.string().meta({ title: '所属模块' }),
  noun: words('事项'),
  title: words('环节'),
  unit: words('量词'),
  ...waits,
  /** Those that are in no other pile of the caller's: of them the sum is made. */
  apart: count('不在其他环节的件数'),
  /** The search of the area's list that shows the same rows. */
  search: z.record(z.string(), z.string()).meta({ title: '列表的筛选条件' }),
  /** The same by what staff divide the work by; null where it is not divided. */
  groups: z.array(row({ id: idText('分组编号'), name: words('分组'), ...waits })).nullable(),
})

/** What waits for whom, over all areas (docs/rules.md, Inbox). */
export const inbox = {
  count: endpoint({
    method: 'POST',
    path: '/x/inbox/count',
    send: 'none',
    own: true,
    input: nothing,
    output: row({ total: z.number().meta({ title: '合计' }), piles: z.array(pile).meta({ title: '待办' }) }),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '等待我处理的事项，按环节计数',
  }),
  list: endpoint({
    method: 'POST',
    path: '/x/inbox/list',
    send: 'body',
    own: true,
    input: z.object({
      pile: sampled(text('待办', 64, 1), 'article.toAccept'),
      ...fixedPage(),
    }),
    output: pageOf(row({ id: idText(), title: words('标题'), since: when('等待自') })),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '一个环节中等待我处理的事项，等得最久的在前',
  }),
}
