import { z } from 'zod'
import { type ActivityMove, type ActivityStatus, activityStatus } from '../domain/activity-states.ts'
import type { States } from '../domain/states.ts'
import { kept, saved } from './collected.ts'
import { endpoint } from './endpoint.ts'
import { moveCall, reason, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  id,
  ids,
  idText,
  nameOf,
  nothing,
  page,
  pageOf,
  row,
  when,
  words,
} from './shared.ts'

/** What periodicals and special topics have in common: they are put together, submitted, and judged by another person (docs/decisions/0038-activity-status.md). */

/** What their rows tell of their way. */
export const onItsWay = {
  status: chosen('状态', activityStatus),
  reason: words('理由'),
  submittedByName: nameOf('submittedBy', '提交人'),
  submittedAt: when('提交时间'),
  publishedAt: when('发布时间'),
  createdByName: nameOf('createdBy', '创建人'),
  ...kept,
}
/** What lists and records say beside. */
export const onTheSite = { noApproval: words('本人不能发布的原因'), hiddenCount: count('未显示', '篇') }
export const inTheBin = { deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') }

interface Given<S, F, B, R, N> {
  /** The words of a search beside the state. */
  readonly search: S
  /** What people write. */
  readonly fields: F
  /** The rows: as lists show it, whole, and in the recycle bin. */
  readonly brief: B
  readonly row: R
  readonly binned: N
  /** The names of the bodies in the specification. */
  readonly payloads: { readonly list: string; readonly save: string }
}

const auditor = { roles: ['auditor'] } as const

/** The calls of such a kind but for what stands in it and what visitors ask. */
export function activityCalls<
  S extends z.ZodRawShape,
  F extends z.ZodRawShape,
  B extends z.ZodObject,
  R extends z.ZodObject,
  N extends z.ZodObject,
>(
  flow: States<ActivityStatus, ActivityMove>,
  { search, fields, brief, row: whole, binned, payloads }: Given<S, F, B, R, N>,
) {
  const { area, noun, unit } = flow
  const at = (name: string) => `/api/news/${area}/${name}` as const
  const read = { effect: 'read', repeat: true, access: { like: `${area}_list` } } as const
  const one = z.object({ id: id(noun) })
  return {
    list: endpoint({
      method: 'POST',
      path: at('list'),
      send: 'body',
      payload: payloads.list,
      input: z.object({ ...search, status: stateFilter(flow), ...page }),
      output: pageOf(brief),
      ...{ effect: 'read', repeat: true, access: 'granted', roles: ['auditor', 'readonly'] },
      says: `分页查询${noun}`,
      right: `查看${noun}`,
    }),
    options: endpoint({
      ...{ method: 'POST', path: `/x/${area}/options`, send: 'none', own: true },
      input: nothing,
      output: z.array(row({ id: idText(), name: words('标题') })),
      ...read,
      says: `各${unit}${noun}，供选择，按列表的顺序`,
    }),
    get: endpoint({
      ...{ method: 'POST', path: at('get'), send: 'body', payload: 'idDto' },
      input: one,
      output: whole,
      ...read,
      says: `查看一${unit}${noun}`,
    }),
    saveOrUpdate: endpoint({
      ...{ method: 'POST', path: at('saveOrUpdate'), send: 'body', payload: payloads.save },
      input: saved(noun, fields),
      output: whole,
      effect: 'write',
      access: { like: `${area}_edit` },
      says: `新增一${unit}${noun}；写编号则修改`,
      tells: `修改${noun}{}`,
      tellsWhen: [{ added: true, tells: `新增${noun}{}` }],
      verb: 'add',
    }),
    edit: endpoint({
      ...{ method: 'POST', path: `/x/${area}/edit`, send: 'body', own: true },
      input: z.object({ id: id(noun), version, ...z.object(fields).partial().shape }),
      output: whole,
      ...{ effect: 'write', access: 'granted', ...auditor },
      says: `修改一${unit}${noun}`,
      right: `编辑${noun}和其中的内容`,
      tells: `修改${noun}{}`,
    }),
    preview: endpoint({
      ...{ method: 'POST', path: `/x/${area}/preview`, send: 'body', own: true },
      input: one,
      output: z.string(),
      ...{ reply: 'page', ...read, verb: false },
      says: `一${unit}${noun}在网站上的样子，发布之前也可以看`,
    }),
    publish: moveCall(flow, 'publish', auditor),
    submit: moveCall(flow, 'submit', auditor),
    recall: moveCall(flow, 'recall', auditor),
    reject: moveCall(flow, 'reject', auditor),
    takeDown: moveCall(flow, 'takeDown', auditor),
    audit: endpoint({
      ...{ method: 'POST', path: at('audit'), send: 'body', payload: 'idsAuditDto' },
      input: z.object({ ids: ids(noun), status: choice('改为', activityStatus), reason }),
      output: bulk,
      effect: 'write',
      access: { like: `${area}_list` },
      says: `按写明的状态审核${noun}：每种状态须有相应的权限`,
      tells: `审核${noun}{}`,
    }),
    dels: endpoint({
      ...{ method: 'POST', path: at('dels'), send: 'body', payload: 'idsDto' },
      input: z.object({ ids: ids(noun) }),
      output: bulk,
      ...{ effect: 'write', access: 'granted', ...auditor },
      says: `删除${noun}到回收站`,
      tells: `删除${noun}{}`,
    }),
    ...textCalls(flow, whole, `${area}_list`),
    ...stateCalls(flow, binned, `${area}_list`, z.object(search)),
  }
}
