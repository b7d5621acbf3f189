import { z } from 'zod'
import { mailFlow } from '../../domain/mail-states.ts'
import { endpoint } from '../endpoint.ts'
import { moveCall, version } from '../moves.ts'
import {
  count,
  filter,
  fixedPage,
  id,
  idText,
  int,
  masked,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from '../shared.ts'
import { mailWhole } from './rows.ts'

const own = { method: 'POST', send: 'body', own: true } as const

/** Letters that wait and come from one sender, told by the latest of them. */
export const mailSource = row({
  id: idText('最近一封的编号'),
  title: words('最近一封的标题'),
  by: words('同一来处'),
  n: count('待办的', '封'),
  name: masked('姓名', 'name'),
  phone: masked('手机号', 'phone'),
  firstAt: when('最早'),
  lastAt: when('最近'),
})

/** What is done with letters by the pile: spam, many of one sender, complaints. */
export const mailPiles = {
  spam: moveCall(mailFlow, 'spam', { says: '把信件移入垃圾信件', roles: ['auditor'] }),
  notSpam: moveCall(mailFlow, 'notSpam', { says: '把信件移出垃圾信件', like: 'mail_spam' }),
  sources: endpoint({
    ...own,
    path: '/x/mail/sources',
    input: z.object({ least: filter(int('至少几封', 2, 1000, '封')), ...fixedPage() }),
    output: pageOf(mailSource),
    effect: 'read',
    repeat: true,
    access: { like: 'mail_spam' },
    says: '同一手机号或同一网络地址发来的、待办的成批来信',
  }),
  settleComplaint: endpoint({
    ...own,
    path: '/x/mail/settleComplaint',
    input: z.object({
      id: id('信件'),
      version,
      result: sampled(text('处理结果', 500, 1).trim(), '经核实，答复属实，已向来信人说明'),
    }),
    output: mailWhole,
    effect: 'write',
    access: { like: 'mail_reopen' },
    says: '处理来信人的投诉，写明结果，来信人凭查询码看到',
    asks: { id: { '*': { doing: '处理来信人的投诉', follows: '来信人随即看到处理结果，不能撤销' } } },
    tells: '处理信件{}的投诉',
    verb: 'settle-complaint',
  }),
}
