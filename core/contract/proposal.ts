import { z } from 'zod'
import { proposalFlow } from '../domain/proposal-states.ts'
import { endpoint } from './endpoint.ts'
import { explained } from './explained.ts'
import { moveCall, stateCalls, version } from './moves.ts'
import {
  proposalBinned,
  proposalBrief,
  proposalCounted,
  proposalGroups,
  proposalRow,
  proposalSearch,
  proposalWhole,
  proposalWritten,
} from './proposal/rows.ts'
import { proposalWeb } from './proposal/web.ts'
import { proposalWork } from './proposal/work.ts'
import { bulk, choice, id, ids, page, pageOf } from './shared.ts'

const own = { method: 'POST', send: 'body', own: true } as const
const seen = { effect: 'read', repeat: true, access: { like: 'proposal_list' } } as const
const office = ['auditor'] as const

/** Proposals of the committee's members (main-console, proposalAll and proposalPrivate). */
export const proposal = {
  list: endpoint({
    ...own,
    path: '/x/proposal/list',
    input: z.object({ ...proposalSearch, ...page }),
    output: pageOf(proposalBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter', 'readonly'],
    says: '分页查询提案',
  }),
  myList: endpoint({
    ...own,
    path: '/x/proposal/my/list',
    input: z.object({ ...proposalSearch, ...page }),
    output: pageOf(proposalBrief),
    ...seen,
    says: '分页查询本人的提案',
    verb: 'mine',
  }),
  get: endpoint({
    ...own,
    path: '/x/proposal/get',
    input: z.object({ id: id('提案') }),
    output: proposalWhole,
    ...seen,
    says: '查看一件提案、各单位的办理和答复',
  }),
  explain: endpoint({
    ...own,
    path: '/x/proposal/explain',
    input: z.object({ id: id('提案') }),
    output: explained,
    ...seen,
    says: '逐日说明一件提案的答复期限是怎样算出来的',
  }),
  stats: endpoint({
    ...own,
    path: '/x/proposal/stats',
    input: z.object({
      by: choice('统计方式', proposalGroups),
      startTime: proposalSearch.startTime,
      endTime: proposalSearch.endTime,
    }),
    output: z.array(proposalCounted),
    ...seen,
    says: '按主办单位、提案类型、类别或办理结果统计提案',
  }),
  excel: endpoint({
    ...own,
    path: '/x/proposal/excel',
    input: z.object(proposalSearch),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'proposal_file' },
    says: '导出提案',
    tells: '导出提案',
    verb: false,
  }),
  add: endpoint({
    ...own,
    path: '/x/proposal/add',
    input: z.object(proposalWritten),
    output: proposalRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter'],
    says: '提交提案',
    right: '提交、修改和评价本人的提案',
    tells: '提交提案{}',
  }),
  edit: endpoint({
    ...own,
    path: '/x/proposal/edit',
    input: z.object({ id: id('提案'), version, ...z.object(proposalWritten).partial().shape }),
    output: proposalRow,
    effect: 'write',
    access: { like: 'proposal_add' },
    sample: ['title'],
    says: '修改还没有审查的提案',
    tells: '修改提案{}',
  }),
  file: moveCall(proposalFlow, 'file', { says: '立案', tells: '提案{}立案', roles: office }),
  notFile: moveCall(proposalFlow, 'notFile', { says: '不予立案', tells: '提案{}不予立案', roles: office }),
  ...proposalWork,
  publish: moveCall(proposalFlow, 'publish', { says: '公开提案和答复', roles: office }),
  withdraw: moveCall(proposalFlow, 'withdraw', { says: '从网站撤下已公开的提案', roles: office }),
  dels: endpoint({
    ...own,
    path: '/x/proposal/dels',
    input: z.object({ ids: ids('提案') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: office,
    says: '删除提案到回收站',
    tells: '删除提案{}',
  }),
  ...proposalWeb,
  ...stateCalls(proposalFlow, proposalBinned, 'proposal_list', z.object(proposalSearch).omit({ state: true })),
}
