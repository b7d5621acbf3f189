import { z } from 'zod'
import { pushKinds } from '../domain/push-kinds.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import {
  bulk,
  choice,
  choices,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idText,
  lineOf,
  manyOf,
  nameOf,
  nothing,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

/** Whether it may still come. */
export const partnerStates = { 0: '使用中', 1: '已停用' } as const

const place = (title: string) => idOf('column', title).nullish()

/** What people write. Where no column is named, that of the site's settings holds. */
const fields = {
  name: sampled(lineOf('名称', 60), '县总工会网站'),
  kinds: sampled(choices('可推送的种类', pushKinds), '一般信息'),
  deptId: idOf('dept', '归属部门').nullish(),
  leaderColumnId: place('领导活动进入的栏目'),
  orgColumnId: place('机构信息进入的栏目'),
  commonColumnId: place('一般信息进入的栏目'),
  policyDocColumnId: place('政策文件进入的栏目'),
  note: text('备注', 500).nullish(),
}

/** As `choices` keeps them. */
const kinds = words('可推送的种类').meta({ title: '可推送的种类', words: pushKinds })

export const partnerRow = row({
  id: idText(),
  name: z.string().meta({ title: '名称' }),
  kinds,
  state: chosen('状态', partnerStates),
  key: z.string().meta({ title: '接入标识' }),
  deptId: words('归属部门编号'),
  deptName: nameOf('deptId', '归属部门'),
  leaderColumnId: words('领导活动栏目编号'),
  leaderColumnName: nameOf('leaderColumnId', '领导活动进入的栏目'),
  orgColumnId: words('机构信息栏目编号'),
  orgColumnName: nameOf('orgColumnId', '机构信息进入的栏目'),
  commonColumnId: words('一般信息栏目编号'),
  commonColumnName: nameOf('commonColumnId', '一般信息进入的栏目'),
  policyDocColumnId: words('政策文件栏目编号'),
  policyDocColumnName: nameOf('policyDocColumnId', '政策文件进入的栏目'),
  pushCount: manyOf('interWorking.partnerId', '推送数'),
  lastUsedAt: when('最近使用'),
  revokedAt: when('停用时间'),
  note: words('备注'),
  createdByName: nameOf('createdBy', '创建人'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** The same with its secret, which is shown this once. */
export const partnerOnce = row({ ...partnerRow.shape, secret: z.string().meta({ title: '接入密钥', once: true }) })

/** The words of a search. */
const search = { name: filter(text('名称', 60)), state: filter(choice('状态', partnerStates)) }
const write = { effect: 'write', own: true, send: 'body', method: 'POST' } as const

/** Partners: other sites and systems, whose programs push content to this one (docs/decisions/0039-partners.md). */
export const partner = {
  list: endpoint({
    method: 'POST',
    path: '/x/partner/list',
    send: 'body',
    input: z.object({ ...search, ...page }),
    output: pageOf(partnerRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '分页查询互通单位',
    own: true,
  }),
  get: endpoint({
    method: 'POST',
    path: '/x/partner/get',
    send: 'body',
    input: z.object({ id: id('互通单位') }),
    output: partnerRow,
    effect: 'read',
    repeat: true,
    access: { like: 'partner_list' },
    says: '查看一个互通单位',
    own: true,
  }),
  options: endpoint({
    method: 'POST',
    path: '/x/partner/options',
    send: 'none',
    input: nothing,
    output: z.array(row({ id: idText(), name: words('名称') })),
    effect: 'read',
    repeat: true,
    access: { like: 'interWorking_list' },
    says: '可选的互通单位',
    own: true,
  }),
  add: endpoint({
    ...write,
    path: '/x/partner/add',
    input: z.object(fields),
    output: partnerOnce,
    access: 'granted',
    proof: true,
    personOnly: true,
    answers: true,
    says: '新增互通单位，答复接入密钥，只显示这一次',
    right: '新增互通单位',
    tells: '新增互通单位{}',
  }),
  edit: endpoint({
    ...write,
    path: '/x/partner/edit',
    input: z.object({ id: id('互通单位'), version, ...z.object(fields).partial().shape }),
    output: partnerRow,
    access: 'granted',
    proof: true,
    says: '修改互通单位：可推送的种类和进入的栏目',
    right: '修改互通单位',
    tells: '修改互通单位{}',
  }),
  renew: endpoint({
    ...write,
    path: '/x/partner/renew',
    input: z.object({ id: id('互通单位') }),
    output: partnerOnce,
    access: 'granted',
    proof: true,
    personOnly: true,
    answers: true,
    asks: { id: { '*': { doing: '换发接入密钥', follows: '旧的密钥和令牌随即失效，已停用的随之启用' } } },
    says: '换发互通单位的接入密钥，只显示这一次；旧的随即失效，已停用的随之启用',
    right: '换发互通单位的接入密钥',
    tells: '换发互通单位{}的接入密钥',
  }),
  revoke: endpoint({
    ...write,
    path: '/x/partner/revoke',
    input: z.object({ ids: ids('互通单位') }),
    output: bulk,
    access: 'granted',
    proof: true,
    says: '停用互通单位，其令牌随即失效',
    right: '停用互通单位',
    tells: '停用互通单位{}',
  }),
  dels: endpoint({
    ...write,
    path: '/x/partner/dels',
    input: z.object({ ids: ids('互通单位') }),
    output: bulk,
    access: 'granted',
    proof: true,
    says: '删除没有推送过内容的互通单位',
    right: '删除互通单位',
    tells: '删除互通单位{}',
  }),
}
