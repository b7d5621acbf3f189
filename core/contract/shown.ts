import { z } from 'zod'
import type { ShownMove, ShownState } from '../domain/shown-states.ts'
import type { States } from '../domain/states.ts'
import { endpoint } from './endpoint.ts'
import { moveCall, stateCalls, stateFilter, textCalls, version } from './moves.ts'
import { bulk, id, ids, nameOf, page, pageOf, row, when } from './shared.ts'

interface Shown<B extends z.ZodRawShape, R extends z.ZodRawShape, F extends z.ZodRawShape, S extends z.ZodRawShape> {
  /** What stands in front of the specification's paths. */
  readonly path: `/${string}`
  /** Its names for the bodies. */
  readonly payloads: { readonly save: string; readonly search: string }
  /** A row as lists show it, and the whole of it. */
  readonly brief: B
  readonly whole: z.ZodObject<R>
  /** What people write. */
  readonly fields: F
  /** What narrows the list beside the state. */
  readonly search: S
}

/** The calls of a kind that the office writes and shows (core/domain/shown-states.ts). */
export const shownCalls = <
  B extends z.ZodRawShape,
  R extends z.ZodRawShape,
  F extends z.ZodRawShape,
  S extends z.ZodRawShape,
>(
  flow: States<ShownState, ShownMove>,
  { path, payloads, brief, whole, fields, search }: Shown<B, R, F, S>,
) => {
  const { area, noun, unit } = flow
  const read = `${area}_list`
  const auditor = { effect: 'write', access: 'granted', roles: ['auditor'] } as const
  const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })
  return {
    list: endpoint({
      method: 'POST',
      path: `${path}/list`,
      send: 'body',
      payload: payloads.search,
      input: z.object({ ...search, status: stateFilter(flow), ...page }),
      output: pageOf(row(brief)),
      effect: 'read',
      repeat: true,
      access: 'granted',
      roles: ['auditor', 'readonly'],
      says: `分页查询${noun}`,
    }),
    get: endpoint({
      method: 'POST',
      path: `${path}/get`,
      send: 'query',
      input: z.object({ id: id(noun) }),
      output: whole,
      effect: 'read',
      repeat: true,
      access: { like: read },
      says: `查看一${unit}${noun}`,
    }),
    add: endpoint({
      method: 'POST',
      path: `${path}/add`,
      send: 'body',
      payload: payloads.save,
      input: z.object(fields),
      output: whole,
      ...auditor,
      says: `新增${noun}`,
      tells: `新增${noun}{}`,
    }),
    edit: endpoint({
      method: 'POST',
      path: `/x/${area}/edit`,
      send: 'body',
      input: z.object({ id: id(noun), version, ...z.object(fields).partial().shape }),
      output: whole,
      ...auditor,
      says: `修改${noun}`,
      tells: `修改${noun}{}`,
      own: true,
    }),
    publish: moveCall(flow, 'publish', { roles: ['auditor'] }),
    withdraw: moveCall(flow, 'withdraw', { roles: ['auditor'] }),
    dels: endpoint({
      method: 'POST',
      path: `${path}/dels`,
      send: 'body',
      payload: 'idsDto',
      input: z.object({ ids: ids(noun) }),
      output: bulk,
      ...auditor,
      says: `删除${noun}到回收站`,
      tells: `删除${noun}{}`,
    }),
    ...textCalls(flow, whole, read),
    ...stateCalls(flow, binned, read, z.object(search)),
  }
}
