import { z } from 'zod'
import { ynStatus } from '../../domain/mail-states.ts'
import { proposalFlow, proposalMonths, proposalOutcomes, proposalRatings } from '../../domain/proposal-states.ts'
import { endpoint } from '../endpoint.ts'
import { handedIn } from '../letters.ts'
import { moveCall, version } from '../moves.ts'
import { bulk, choice, filter, id, idOf, ids, idsOfOrNone, int, otherId, sampled, text } from '../shared.ts'
import { proposalPlace, proposalWhole } from './rows.ts'

const own = { method: 'POST', send: 'body', own: true } as const
const office = ['auditor'] as const

/** How a proposal is handled: by whom it is answered, until when, and what its member says to that. */
export const proposalWork = {
  merge: endpoint({
    ...own,
    path: '/x/proposal/merge',
    input: z.object({
      id: id('提案'),
      into: otherId('并入的提案', '102'),
      version,
      reason: text('理由', 500).trim().nullish(),
    }),
    output: proposalWhole,
    effect: 'write',
    access: { like: 'proposal_file' },
    says: '把内容相同的提案并入另一件，委员看到那一件的答复',
    tells: '提案{}并案',
  }),
  unmerge: moveCall(proposalFlow, 'unmerge', {
    says: '取消并案，把并错的提案放回待审查',
    tells: '取消提案{}的并案',
    like: 'proposal_file',
  }),
  forward: endpoint({
    ...own,
    path: '/x/proposal/forward',
    input: z.object({
      id: id('提案'),
      version,
      deptId: idOf('dept', '主办单位').optional(),
      deptIds: idsOfOrNone('dept', '协办单位', 20).optional(),
      remarks: text('交办意见', 500).trim().nullish(),
    }),
    output: proposalWhole,
    effect: 'write',
    access: 'granted',
    roles: office,
    says: `把提案交给主办和协办单位，${proposalMonths.answer} 个月内答复`,
    several: true,
    sample: ['deptId', 'remarks'],
    right: '交办提案',
    tells: '交办提案{}',
  }),
  giveBack: endpoint({
    ...own,
    path: '/x/proposal/giveBack',
    input: z.object({
      ids: ids('提案'),
      remarks: sampled(text('退回意见', 500, 1).trim(), '不属于本单位职责'),
      deptId: idOf('dept', '单位').optional(),
    }),
    output: bulk,
    effect: 'write',
    access: { like: 'proposal_answer' },
    says: '退回交办的提案，须写退回意见',
    tells: '退回提案{}',
    verb: 'return',
  }),
  answer: endpoint({
    ...own,
    path: '/x/proposal/answer',
    input: z.object({
      id: id('提案'),
      deptId: idOf('dept', '单位').optional(),
      version,
      content: sampled(text('答复内容', 10_000, 1).trim(), '已有六个单位的大院向周边居民错时开放').optional(),
      outcome: filter(choice('办理结果', proposalOutcomes)),
      unitOpen: sampled(filter(choice('单位是否同意公开', ynStatus)), '公开'),
      done: handedIn(),
    }),
    output: proposalPlace,
    effect: 'write',
    access: 'granted',
    roles: ['staff'],
    writes: 'proposalDept',
    says: '答复提案；主办单位的答复写明办理结果和是否同意公开，送交审核',
    sample: ['content', 'outcome', 'unitOpen', 'done'],
    drafts: 'done',
    right: '答复和退回提案',
    tells: '答复提案{}',
  }),
  extend: endpoint({
    ...own,
    path: '/x/proposal/extend',
    input: z.object({
      id: id('提案'),
      version,
      months: int('延长', 1, proposalMonths.more, '个月'),
      reason: sampled(text('理由', 500, 1).trim(), '需要多个单位共同调研'),
    }),
    output: proposalWhole,
    effect: 'write',
    access: { like: 'proposal_forward' },
    says: `延长提案的答复期限，须在到期前提出，总共不超过 ${proposalMonths.most} 个月`,
    tells: '延长提案{}的答复期限',
  }),
  redo: moveCall(proposalFlow, 'redo', { says: '退回单位的答复，重新办理', roles: office }),
  deliver: moveCall(proposalFlow, 'deliver', {
    says: '审核通过答复，送委员评价',
    tells: '提案{}的答复送委员',
    roles: office,
  }),
  rate: endpoint({
    ...own,
    path: '/x/proposal/rate',
    input: z.object({
      id: id('提案'),
      version,
      rating: choice('委员评价', proposalRatings),
      words: text('评价意见', 500).trim().nullish(),
    }),
    output: proposalWhole,
    effect: 'write',
    access: { like: 'proposal_add' },
    says: '评价本人提案的答复；第一次不满意的再次交办',
    tells: '评价提案{}的答复',
  }),
  letter: endpoint({
    ...own,
    path: '/x/proposal/letter',
    input: z.object({ id: id('提案') }),
    output: z.instanceof(Uint8Array),
    reply: 'docx',
    effect: 'read',
    access: { like: 'proposal_list' },
    says: '下载提案的答复函（Word）',
    tells: '下载提案{}的答复函',
    verb: false,
  }),
}
