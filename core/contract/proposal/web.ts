import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, page, pageOf } from '../shared.ts'
import { proposalOpenRow, proposalSearch } from './rows.ts'

const own = { method: 'POST', send: 'body', own: true } as const

/** What everybody may read of proposals. */
export const proposalWeb = {
  webList: endpoint({
    ...own,
    path: '/x/proposal/web/list',
    input: z.object({ title: proposalSearch.title, class: proposalSearch.class, ...page }),
    output: pageOf(proposalOpenRow),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有委员和单位都同意公开的提案',
    says: '查询已公开的提案',
  }),
  webGet: endpoint({
    ...own,
    path: '/x/proposal/web/get',
    input: z.object({ id: id('提案') }),
    output: proposalOpenRow,
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有委员和单位都同意公开的提案',
    rows: 'webList',
    says: '查看一件已公开的提案和答复',
  }),
}
