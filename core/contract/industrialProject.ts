import { z } from 'zod'
import { projectFlow, projectIndustries, projectStates } from '../domain/industrialProject-states.ts'
import { endpoint } from './endpoint.ts'
import { captchaFields, sendingGuard } from './letters.ts'
import { moneyGiven, moneyShown } from './money.ts'
import { moveCall, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import { revealCall } from './reveal-call.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  ids,
  idText,
  masked,
  nameOf,
  oneLine,
  onlyId,
  page,
  pageOf,
  phone,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const fields = {
  title: sampled(oneLine('项目名称', 100), '核桃深加工生产线'),
  company: oneLine('申报单位', 100, 0).nullish(),
  industry: choice('行业', projectIndustries),
  place: oneLine('建设地点', 100, 0).nullish(),
  ...moneyGiven('投资额'),
  content: sampled(text('项目说明', 3000, 1).trim(), '年加工核桃三千吨'),
}
const person = { name: oneLine('联系人', 30, 0).nullish(), phone: filter(phone()) }

const open = {
  id: idText(),
  title: words('项目名称'),
  company: words('申报单位'),
  industry: chosen('行业', projectIndustries),
  place: words('建设地点'),
  ...moneyShown('投资额'),
  status: chosen('状态', projectStates),
  reason: words('理由'),
}
const brief = {
  ...open,
  name: masked('联系人', 'name'),
  phone: masked('手机号', 'phone'),
  createdAt: when('申报时间'),
  publishedAt: when('公布时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A project as lists show it, and the whole of it. */
export const projectBrief = row(brief)
export const projectRow = row({ ...brief, content: words('项目说明') })
/** What its own visitor reads of it. */
export const projectOwn = row({ ...open, createdAt: when('申报时间'), content: words('项目说明') })
const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })

const search = {
  title: filter(text('项目名称', 100)),
  company: filter(text('申报单位', 100)),
  industry: filter(choice('行业', projectIndustries)),
  phone: filter(phone()),
}
const noun = '工业项目'
const mine = { method: 'POST', effect: 'read', repeat: true, access: 'visitor', verb: false } as const
const auditor = { effect: 'write', access: 'granted', roles: ['auditor'] } as const

/** Industrial projects: those that visitors hand in, and the office's own (other-calls, /industrialProjects). */
export const industrialProject = {
  list: endpoint({
    method: 'POST',
    path: '/industrialProjects/list',
    send: 'body',
    payload: 'baseIndustrialSerachDto',
    input: z.object({ ...search, status: stateFilter(projectFlow), ...page }),
    output: pageOf(projectBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: `分页查询${noun}`,
  }),
  get: endpoint({
    method: 'POST',
    path: '/industrialProjects/get',
    send: 'query',
    input: z.object({ id: id(noun) }),
    output: projectRow,
    effect: 'read',
    repeat: true,
    access: { like: 'industrialProject_list' },
    says: `查看一个${noun}`,
  }),
  update: endpoint({
    method: 'POST',
    path: '/industrialProjects/update',
    send: 'body',
    payload: 'saveIndustrialProjectsDto',
    input: z.object({ id: filter(id(noun)), version, ...z.object({ ...fields, ...person }).partial().shape }),
    output: projectRow,
    ...auditor,
    says: `修改${noun}（写明编号），或新增单位的项目`,
    right: `新增、修改${noun}`,
    tells: `修改${noun}{}`,
    tellsWhen: [{ added: true, tells: `新增${noun}{}` }],
    sample: ['title', 'industry', 'content'],
    verb: 'save',
  }),
  webAdd: endpoint({
    method: 'POST',
    path: '/industrialProjects/web/add',
    send: 'body',
    payload: 'saveIndustrialProjectsDto',
    input: z.object({
      ...fields,
      name: oneLine('联系人', 30),
      phone: phone(),
      ...captchaFields,
    }),
    output: onlyId,
    effect: 'write',
    access: 'public',
    keepsVisitor: true,
    open: '访问者申报工业项目，须答对验证码，次数有限',
    guard: sendingGuard('申报项目'),
    bodyBytes: 20_000,
    says: '公众申报工业项目',
    tells: '申报工业项目{}',
    verb: false,
  }),
  myList: endpoint({
    ...mine,
    path: '/industrialProjects/my/list',
    send: 'body',
    payload: 'baseIndustrialSerachDto',
    input: z.object({ title: search.title, ...page }),
    output: pageOf(projectOwn),
    says: '本人申报的工业项目',
  }),
  myGet: endpoint({
    ...mine,
    path: '/industrialProjects/my/get',
    send: 'query',
    input: z.object({ id: id(noun) }),
    output: projectOwn,
    says: '查看本人申报的一个工业项目',
  }),
  reveal: revealCall(
    '/x/industrialProject/reveal',
    noun,
    row({ id: idText(), name: words('联系人'), phone: words('手机号') }),
    {
      says: '查看项目联系人的姓名和手机号，每次记入日志',
      right: '查看项目联系人的姓名和手机号，每次记入日志',
      tells: '查看工业项目{}联系人的姓名和手机号',
    },
  ),
  publish: moveCall(projectFlow, 'publish', { roles: ['auditor'] }),
  reject: moveCall(projectFlow, 'reject', { says: '不予公布工业项目', roles: ['auditor'] }),
  withdraw: moveCall(projectFlow, 'withdraw', { says: '从网站撤下工业项目', roles: ['auditor'] }),
  dels: endpoint({
    method: 'POST',
    path: '/industrialProjects/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids(noun) }),
    output: bulk,
    ...auditor,
    says: `删除${noun}到回收站`,
    tells: `删除${noun}{}`,
  }),
  ...textCalls(projectFlow, projectRow, 'industrialProject_list'),
  ...stateCalls(projectFlow, binned, 'industrialProject_list', z.object(search)),
}
