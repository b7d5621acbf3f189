import { z } from 'zod'
import { banStates } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { choice, chosen, filter, id, idText, masked, nameOf, page, pageOf, phone, row, when, words } from './shared.ts'

/** Who was frozen, why and until when. */
export const blacklistRow = row({
  id: idText(),
  peopleId: idText('群众用户'),
  peopleName: masked('姓名', 'name'),
  peoplePhone: masked('手机号', 'phone'),
  reason: words('原因'),
  startTime: when('开始时间'),
  endTime: when('到期时间'),
  state: chosen('状态', banStates),
  createdBy: idText('操作人').nullable(),
  createdByName: nameOf('createdBy', '操作人'),
  liftedAt: when('解除时间'),
  liftedBy: idText('解除人').nullable(),
  liftedByName: nameOf('liftedBy', '解除人'),
  liftReason: words('解除原因'),
})

/** The blacklist: `people.banAudit` writes it. */
export const blacklist = {
  list: endpoint({
    method: 'POST',
    path: '/x/blacklist/list',
    send: 'body',
    input: z.object({
      peoplePhone: filter(phone()),
      peopleId: filter(id('群众用户')),
      state: filter(choice('状态', banStates)),
      ...page,
    }),
    output: pageOf(blacklistRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor'],
    says: '分页查询黑名单',
    own: true,
  }),
  get: endpoint({
    method: 'POST',
    path: '/blacklist/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: blacklistRow,
    effect: 'read',
    repeat: true,
    access: { like: 'blacklist_list' },
    says: '查看一条黑名单记录',
  }),
}
