import { z } from 'zod'
import { smsStates, smsUses } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { revealCall } from './reveal-call.ts'
import {
  choice,
  chosen,
  filter,
  idText,
  masked,
  nothing,
  page,
  pageOf,
  phone,
  row,
  time,
  when,
  words,
} from './shared.ts'

/** A short message, without its code. */
export const smsRow = row({
  id: idText(),
  phone: masked('手机号', 'phone'),
  kind: chosen('用途', smsUses),
  text: masked('内容', 'coded'),
  state: chosen('状态', smsStates),
  error: words('失败原因'),
  createdAt: when('时间'),
  sentAt: when('发出时间'),
})

/** The outbox of short messages. */
export const sms = {
  list: endpoint({
    method: 'POST',
    path: '/x/sms/list',
    send: 'body',
    input: z.object({
      phone: filter(phone()),
      state: filter(choice('状态', smsStates)),
      startTime: filter(time('时间起')),
      endTime: filter(time('时间止', 'end')),
      ...page,
    }),
    output: pageOf(smsRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '分页查询短信发件箱',
    own: true,
  }),
  reveal: revealCall('/x/sms/reveal', undefined, row({ id: idText(), phone: words('手机号'), text: words('内容') }), {
    says: '查看一条短信的手机号和内容，每次记入日志',
    right: '查看短信的手机号和内容，每次记入日志',
    tells: '查看短信{}的手机号和内容',
  }),
  state: endpoint({
    method: 'POST',
    path: '/x/sms/state',
    send: 'none',
    input: nothing,
    output: row({ missing: words('短信网关') }),
    effect: 'read',
    repeat: true,
    access: { like: 'sms_list' },
    says: '短信网关是否接通',
    own: true,
  }),
}
