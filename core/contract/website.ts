import { z } from 'zod'
import { roleEnabled, websiteStates } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  fixedPage,
  id,
  ids,
  idText,
  int,
  kept,
  lineOf,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const fields = {
  name: sampled(lineOf('网站名称', 100), '县政府门户网站'),
  url: sampled(
    text('网址', 300, 1)
      .trim()
      .check(({ value, issues }) => {
        const url = URL.canParse(value) ? new URL(value) : null
        if (!url || !/^https?:$/.test(url.protocol))
          issues.push({ code: 'custom', message: '应为 http(s) 网址', input: value })
        else if (url.username !== '' || url.password !== '')
          issues.push({ code: 'custom', message: '网址中不能带用户名或密码', input: value })
      }),
    'https://www.example.gov.cn/',
  ),
  remark: text('备注', 500).nullish(),
  sort: int('排序', 0, 1_000_000).optional(),
  enabled: choice('检测', roleEnabled).optional(),
  state: kept('状态'),
}

/** A website as replies show it. */
export const websiteRow = row({
  id: idText(),
  name: z.string().meta({ title: '网站名称' }),
  url: z.string().meta({ title: '网址' }),
  remark: words('备注'),
  sort: count('排序'),
  enabled: chosen('检测', roleEnabled),
  state: chosen('状态', websiteStates),
  statusCode: count('状态码'),
  ms: count('用时', '毫秒'),
  reason: words('说明'),
  checkedAt: when('检测时间'),
  changedAt: when('状态变化时间'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})
const { state, statusCode, ms, reason, checkedAt, changedAt } = websiteRow.shape
const stateRow = row({
  ...{ id: websiteRow.shape.id, name: websiteRow.shape.name },
  // a table shows the first of them: rather what was found than where
  ...{ state, statusCode, ms, reason, checkedAt, changedAt, url: websiteRow.shape.url },
})

/** What the machine says of itself; what it does not know is null. Sizes in MB, spans in seconds. */
export const hostRow = row({
  hostName: words('主机名'),
  os: words('操作系统'),
  osVersion: words('系统版本'),
  arch: words('架构'),
  cpu: words('处理器'),
  cpuCount: count('处理器核数'),
  load1: count('1 分钟负载'),
  load5: count('5 分钟负载'),
  load15: count('15 分钟负载'),
  memoryTotal: count('内存总量', 'MB'),
  memoryFree: count('可用内存', 'MB'),
  diskTotal: count('磁盘总量', 'MB'),
  diskFree: count('可用磁盘', 'MB'),
  upSeconds: count('系统运行时间', '秒'),
  nodeVersion: words('Node 版本'),
  processMemory: count('服务占用内存', 'MB'),
  processSeconds: count('服务运行时间', '秒'),
  database: words('数据库'),
  at: when('时间'),
})

const search = {
  name: filter(text('网站名称', 100)),
  state: filter(choice('状态', websiteStates)),
  enabled: filter(choice('检测', roleEnabled)),
  ...page,
}
const host = {
  method: 'POST',
  send: 'body',
  input: z.object({}),
  output: hostRow,
  effect: 'read',
  repeat: true,
} as const

/** The county's websites and whether they can be opened, and the machine that this one runs on (other-calls §7, Websites). */
export const website = {
  list: endpoint({
    method: 'POST',
    path: '/website/list',
    send: 'body',
    payload: 'baseWebSiteSearchDto',
    input: z.object(search),
    output: pageOf(websiteRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '分页查询网站',
  }),
  stateList: endpoint({
    method: 'POST',
    path: '/website/state/list',
    send: 'body',
    payload: 'baseWebSiteSearchDto',
    input: z.object(search),
    output: pageOf(stateRow),
    effect: 'read',
    repeat: true,
    access: { like: 'website_list' },
    says: '各网站最近一次检测的结果',
    verb: 'states',
  }),
  get: endpoint({
    method: 'POST',
    path: '/website/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: websiteRow,
    effect: 'read',
    repeat: true,
    access: { like: 'website_list' },
    says: '查看一个网站',
  }),
  add: endpoint({
    method: 'POST',
    path: '/website/add',
    send: 'body',
    payload: 'saveWebsiteDto',
    input: z.object({
      id: id().nullish(),
      version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(),
      ...z.object(fields).partial().shape,
    }),
    output: websiteRow,
    effect: 'write',
    access: 'granted',
    says: '新增网站；写编号则修改',
    right: '新增或修改网站',
    verb: 'save',
    tells: '保存网站{}',
    sample: ['name', 'url'],
  }),
  del: endpoint({
    method: 'POST',
    path: '/website/del',
    send: 'query',
    input: z.object({ ids: ids('编号列表', 1000) }),
    output: bulk,
    effect: 'write',
    access: { like: 'website_add' },
    says: '删除网站',
    tells: '删除网站{}',
  }),
  probe: endpoint({
    method: 'POST',
    path: '/x/website/probe',
    send: 'body',
    input: z.object({ ids: ids('编号列表', 20) }),
    output: z.array(stateRow),
    effect: 'write',
    rehearse: false,
    access: { like: 'website_add' },
    says: '立即检测网站',
    tells: '检测网站{}',
    own: true,
  }),
  getOSSystemInfo: endpoint({
    ...host,
    path: '/website/getOSSystemInfo',
    access: 'granted',
    says: '服务器的系统信息',
    right: '查看服务器的系统信息',
    verb: 'host',
  }),
  getWinSystemInfo: endpoint({
    ...host,
    path: '/website/getWinSystemInfo',
    access: { like: 'website_getOSSystemInfo' },
    says: '服务器的系统信息（另一地址）',
    verb: false,
  }),
  serverInfoList: endpoint({
    method: 'POST',
    path: '/website/serverInfo/list',
    send: 'body',
    payload: 'baseSearchDto',
    input: z.object(fixedPage('hostName')),
    output: pageOf(hostRow),
    effect: 'read',
    repeat: true,
    access: { like: 'website_getOSSystemInfo' },
    says: '服务器列表；现在是答复的这一台',
    verb: false,
  }),
}
