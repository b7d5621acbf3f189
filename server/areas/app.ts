import { appRow, app as contract } from '../../core/contract/app.ts'
import { Refused } from '../../core/errors.ts'
import * as made from '../db/migrations/0213-app.ts'
import { app as table } from '../db/tables/app.ts'
import { implement } from '../pipeline.ts'
import { rowsOf } from '../rows/rows-of.ts'

export const migrations = { '0213-app': made }

const rows = rowsOf(table, {
  reply: appRow,
  logged: ['name', 'icon', 'loginPage', 'enabled'],
  order: [['id', 'asc']],
})
/** The specification calls the id so. */
const named = <R extends { id: string }>(row: R) => ({ ...row, appId: row.id })

/** The console in which an application is switched on again. */
const office = 'admin'

export const app = implement(contract, {
  list: async (ctx, input) => {
    const found = await rows.page(ctx, input)
    return { ...found, list: found.list.map(named) }
  },
  get: async (ctx, input) => named(await rows.get(ctx, input.id)),
  edit: async (ctx, { id, version, ...given }) => {
    const row = await rows.need(ctx, id, { lock: true })
    // by the other one somebody could else shut everybody out of this one
    if (given.enabled === 0 && (row.appKey === ctx.call.appKey || row.appKey === office))
      throw new Refused('BAD_STATE', `不能停用${row.appKey === office ? '管理后台' : '正在使用的应用'}「${row.name}」`)
    return named(await rows.change(ctx, id, given, version))
  },
})
