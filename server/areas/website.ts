import type { Parsed } from '../../core/contract/endpoint.ts'
import { website as contract, websiteRow } from '../../core/contract/website.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611231315-website.ts'
import { website as table } from '../db/tables/website.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like, oneOf } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { hostReport } from '../websites/host.ts'
import { probeSome } from '../websites/probe-all.ts'

/** Where its screen stands in the menu. */
export const entry = { under: 'system', name: '网站与服务器', url: 'system/website' } as const
export const migrations = { '202611231315-website': made }

const usual = {
  logged: ['name', 'url', 'remark', 'sort', 'enabled'],
  order: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
} as const
const rows = rowsOf(table, { ...usual, reply: websiteRow })
const states = rowsOf(table, { ...usual, reply: contract.probe.output.element })

/** What was found of another address says nothing of this one. */
const unknown = { state: 0, statusCode: null, ms: null, reason: null, checkedAt: null, changedAt: null } as const

async function save(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.add>) {
  if (id) {
    const was = await rows.need(ctx, id, { lock: true })
    const moved = given.url !== undefined && given.url !== was.url
    return rows.change(ctx, id, { ...given, ...(moved && unknown) }, version)
  }
  const { name, url, sort = 0, enabled = 1, remark = null } = given
  if (name === undefined) throw new Refused('MISSING_PARAMETER', '缺少网站名称（name）')
  if (url === undefined) throw new Refused('MISSING_PARAMETER', '缺少网址（url）')
  return rows.add(ctx, { ...unknown, name, url, sort, enabled, remark })
}

async function probe(ctx: Ctx, { ids }: Parsed<typeof contract.probe>) {
  const found = await Promise.all(ids.map((id) => rows.need(ctx, id)))
  await probeSome(ctx.parts, found)
  await ctx.transaction(async (inner) => inner.record({ ids }))
  return (await states.page(ctx, { pageSize: 20 }, ...oneOf('id', ids))).list
}

const filters = { name: like, state: equal, enabled: equal }

export const website = implement(contract, {
  list: rows.list<typeof contract.list>(filters),
  stateList: states.list<typeof contract.stateList>(filters),
  get: (ctx, { id }) => rows.get(ctx, id),
  add: save,
  del: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => rows.remove(ctx, ids)),
  probe: ownTransactions(probe),
  getOSSystemInfo: hostReport,
  getWinSystemInfo: hostReport,
  serverInfoList: async (ctx) => ({ list: [await hostReport(ctx)], total: 1, pageNumber: 1, pageSize: 1 }),
})
