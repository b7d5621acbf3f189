import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { row, text } from './shared.ts'

/** Visits of the site, each visitor once a day (other-calls §7, Login and verification). */
export const visit = {
  hit: endpoint({
    method: 'GET',
    path: '/visitHistory/hit',
    send: 'query',
    input: z.object({ cookie: text('访问者标识', 200, 1) }),
    output: row({ today: z.number().meta({ title: '今日访问' }), total: z.number().meta({ title: '累计访问' }) }),
    effect: 'count',
    access: 'public',
    open: '网站计访问次数，不记个人信息',
    guard: { says: '计数', own: 'visits' },
    says: '记录一次访问',
  }),
}
