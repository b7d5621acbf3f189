import type { z } from 'zod'
import type { Parsed } from '../../core/contract/endpoint.ts'
import type { logRow } from '../../core/contract/log.ts'
import { log as contract } from '../../core/contract/log.ts'
import { type Ctx, whoOf } from '../context.ts'
import { log as table } from '../db/tables/system.ts'
import { appendLog } from '../log.ts'
import { implement } from '../pipeline.ts'
import { aside, between, equal, like, likeAny, pageRows } from '../rows/list.ts'
import { presenterOf } from '../rows/present.ts'

const columns = Object.keys(table.columns).filter((name) => name !== 'previous' && name !== 'hash')

const present = presenterOf(table, { names: { id: 'logId' } })

async function list(ctx: Ctx, input: Parsed<typeof contract.list>) {
  const where = [
    ...aside([...equal('userAccount', input.userAccount), ...equal('kind', input.kind)]),
    ...like('call', input.call),
    ...likeAny(['says', 'userName', 'after', 'result'], input.keyword),
    ...(input.targetId === undefined ? [] : like('targetIds', `"${input.targetId}"`)),
    ...between('at', input.startTime, input.endTime),
  ]
  const page = await pageRows<Record<string, unknown>>(ctx, table, { columns, where, paging: input })
  return { ...page, list: page.list.map((row) => present(row) as z.infer<typeof logRow>) }
}

export const log = implement(contract, {
  list,
  systemLogList: list,
  /** A row of kind `client`: the session's own user, address and time; a caller cannot write an operation row. */
  systemLogSave: (ctx, input) =>
    ctx.transaction(async (inner) => {
      const change = {
        kind: 'client' as const,
        after: { content: input.says, detail: input.detail ?? null },
        result: input.result ?? '',
      }
      const id = await appendLog(inner.db, ctx.parts.secret.log, {
        call: ctx.call,
        who: whoOf(ctx),
        now: ctx.now,
        change,
      })
      return { id: String(id) }
    }),
  check: async (ctx) => {
    // from the first row each time: any may have been changed since it was last found whole
    const { parts } = ctx
    const found = await parts.work.checks.join('checkLog', {
      database: parts.site.site.database,
      key: parts.secret.log,
    })
    return { ...found, brokenAt: found.brokenAt === null ? null : String(found.brokenAt) }
  },
})
