import { z } from 'zod'
import { interWorkingStates } from '../../domain/interWorking-states.ts'
import { type PushKind, pushKinds } from '../../domain/push-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { within } from '../guard.ts'
import { metaOf, type Shaped } from '../meta.ts'
import { choice, count, filter, month, nothing, page, pageOf, row, text, time, when } from '../shared.ts'
import { articleFields, bulletinFields, letterFields } from './pushed.ts'
import { ownRow, pushedRow } from './rows.ts'

/** What partners' programs call: a token, pushes, and what became of them (other-calls, /api/interWorking/article). */

const path = (call: string) => `/api/interWorking/article/${call}` as const
const mb = 1024 * 1024
const kind = () => choice('种类', pushKinds)

interface Says {
  readonly says: string
  readonly tells: string
  readonly bodyBytes: number
}
const pushCall = <F extends z.ZodRawShape>(call: string, fields: F, { says, tells, bodyBytes }: Says) =>
  endpoint({
    method: 'POST',
    path: path(call),
    send: 'body',
    payload: 'article',
    bodyBytes,
    input: z.object(fields),
    output: pushedRow,
    effect: 'write',
    repeat: true,
    access: 'partner',
    guard: { says: '推送', limits: [{ by: 'partner', most: 300, withinMs: within.fiveMinutes }] },
    says,
    tells,
    verb: false,
  })
const saveCall = <F extends z.ZodRawShape>(of: PushKind, fields: F, becomes: string, bodyBytes: number) =>
  pushCall(`save/${of}`, fields, {
    ...{ says: `推送${pushKinds[of]}，${becomes}`, tells: `推送${pushKinds[of]}{}`, bodyBytes },
  })
const toAudit = '成为待审核的文章'

/** Fields that another call judges, by the same words. */
const unjudged = (fields: z.ZodRawShape) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      z
        .unknown()
        .optional()
        .meta({ ...metaOf(field as unknown as Shaped) }),
    ]),
  )

/** The kind stands beside the fields, which are those of its own call. */
const anyPush = {
  ...unjudged({ ...letterFields, ...bulletinFields, ...articleFields }),
  kind: kind(),
}

const read = { effect: 'read', repeat: true, access: 'partner', send: 'body', method: 'POST', verb: false } as const

export const partnerCalls = {
  getInterWorkingToken: endpoint({
    method: 'POST',
    path: path('getInterWorkingToken'),
    send: 'body',
    input: z.object({
      key: text('接入标识', 100, 1).trim(),
      secret: text('接入密钥', 200, 1).trim(),
    }),
    output: row({
      token: z.string().meta({ title: '令牌' }),
      expiresAt: when('到期时间'),
      expiresIn: count('有效期', '秒'),
    }),
    effect: 'write',
    // tried and undone, no guess would be counted
    rehearse: false,
    access: 'public',
    open: '互通单位的程序凭接入标识和密钥换取令牌，令牌之前没有会话',
    guard: {
      says: '换取令牌',
      limits: [
        { by: 'address', most: 30, withinMs: within.fiveMinutes },
        // no more than guessing would ever need, and more than one stranger has: a key is no secret, and its partner is not to be kept out
        { by: 'key', most: 300, withinMs: within.fiveMinutes },
      ],
    },
    says: '互通单位凭接入标识和密钥换取两小时有效的令牌',
    tells: '换取互通令牌',
    about: 'partner',
    verb: false,
  }),
  articlePush: pushCall('articlePush', anyPush, {
    says: '推送任何一个种类的内容，种类由 kind 指明，其余字段同各种类的接口',
    ...{ tells: '推送{}', bodyBytes: 2 * mb },
  }),
  saveLeader: saveCall('leader', articleFields, toAudit, 2 * mb),
  saveOrg: saveCall('org', articleFields, toAudit, 2 * mb),
  saveCommon: saveCall('common', articleFields, toAudit, 2 * mb),
  savePolicyDoc: saveCall('policyDoc', articleFields, toAudit, 2 * mb),
  saveBulletin: saveCall('bulletin', bulletinFields, '成为公报的草稿', 2 * mb),
  saveMail: saveCall('mail', letterFields, '等待办理', mb / 4),
  saveApply: saveCall('apply', letterFields, '等待办理', mb / 4),
  getInterWorking: endpoint({
    ...read,
    path: path('getInterWorking'),
    payload: 'idTypeDto',
    wire: { source: 'id', kind: 'type' },
    input: z.object({ source: articleFields.sourceId, kind: kind() }),
    output: ownRow,
    says: '查看本单位的一条推送，按种类和来源编号',
  }),
  getInterWorkingSearch: endpoint({
    ...read,
    path: path('getInterWorkingSearch'),
    payload: 'searchDto',
    input: z.object({
      title: filter(text('标题', 100)),
      kind: filter(kind()),
      status: filter(choice('状态', interWorkingStates)),
      startTime: filter(time('推送时间起')),
      endTime: filter(time('推送时间止', 'end')),
      ...page,
    }),
    output: pageOf(ownRow),
    says: '查询本单位的推送',
  }),
  getYm: endpoint({
    ...read,
    path: path('getYm'),
    bodyOptional: true,
    input: nothing,
    output: z.array(row({ ym: z.string().meta({ title: '月份' }), count: count('推送数'), taken: count('已收录') })),
    says: '本单位推送过内容的月份和各月的数量，新的在前',
  }),
  monthList: endpoint({
    ...read,
    path: path('list'),
    payload: 'article',
    input: z.object({ ym: month(), kind: filter(kind()), ...page }),
    output: pageOf(ownRow),
    says: '本单位一个月的推送，月份见 getYm',
  }),
}
