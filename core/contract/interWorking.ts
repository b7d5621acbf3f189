import { z } from 'zod'
import { interWorkingFlow } from '../domain/interWorking-states.ts'
import { pushKinds } from '../domain/push-kinds.ts'
import { endpoint } from './endpoint.ts'
import { partnerCalls } from './interWorking/partner.ts'
import { pushBrief, pushOpened, pushRow } from './interWorking/rows.ts'
import { countsCall, moveCall, stateFilter, stepCalls } from './moves.ts'
import { revealCall } from './reveal-call.ts'
import { choice, filter, id, idOf, page, pageOf, text, time } from './shared.ts'

/** The words of a search beside the state. */
const search = {
  title: filter(text('标题', 100)),
  partnerId: filter(idOf('partner')),
  kind: filter(choice('种类', pushKinds)),
  sourceId: filter(text('来源编号', 200)),
  startTime: filter(time('推送时间起')),
  endTime: filter(time('推送时间止', 'end')),
}
const own = { method: 'POST', own: true, send: 'body' } as const

/** The exchange of content with partners: what their programs call, and the queue of what they pushed (other-calls, /api/interWorking/article). */
export const interWorking = {
  ...partnerCalls,
  list: endpoint({
    ...own,
    path: '/x/interWorking/list',
    input: z.object({ ...search, status: stateFilter(interWorkingFlow), ...page }),
    output: pageOf(pushBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询互通单位的推送',
    right: '查看互通单位的推送',
  }),
  get: endpoint({
    ...own,
    path: '/x/interWorking/get',
    input: z.object({ id: id('推送') }),
    output: pushRow,
    effect: 'read',
    repeat: true,
    access: { like: 'interWorking_list' },
    says: '查看一条推送：结果、退回的原因和当时推送的内容',
  }),
  reveal: revealCall('/x/interWorking/reveal', '推送', pushOpened, {
    says: '查看推送的来信或公开申请的全文，每次记入日志',
    right: '查看推送的来信和公开申请的全文，每次记入日志',
    tells: '查看推送{}的全文',
    roles: ['auditor'],
  }),
  retake: moveCall(interWorkingFlow, 'retake', { roles: ['auditor'] }),
  dismiss: moveCall(interWorkingFlow, 'dismiss', { roles: ['auditor'] }),
  ...stepCalls(interWorkingFlow, 'interWorking_list'),
  counts: countsCall(interWorkingFlow, 'interWorking_list', z.object(search)),
}
