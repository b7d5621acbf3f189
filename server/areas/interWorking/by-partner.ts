import type { Selectable } from 'kysely'
import { wholeContract } from '../../../core/contract/areas.ts'
import { type Endpoint, permissionKey } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { callerAs, everywhere } from '../../access/by-itself.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf } from '../../db/table.ts'
import type { partner as table } from '../../db/tables/partner.ts'

export type PartnerRow = Selectable<RowOf<typeof table.columns>>

/** A partner, whether it may come any more or not. */
export const partnerOf = ({ db }: Ctx, id: number): Promise<PartnerRow> =>
  db.selectFrom('partner').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The partner that calls, while it may: it may have been revoked since. @throws Refused SESSION_OVER */
export async function needPartnerRow(ctx: Ctx, id: number): Promise<PartnerRow> {
  const row = await partnerOf(ctx, id)
  if (row.state !== 0) throw new Refused('SESSION_OVER', '互通单位已停用')
  return row
}

const contract = await wholeContract()

/**
 * The work of another area's call as a partner's: no user's (a number below all of theirs, of its own), of its department, told by its name. It holds that call's right and no other, so that
 * what it changes is audited as anybody's; the log tells it under that call, by whoever it was that calls.
 * @param from the rows that it meets: those of its department, or all
 */
export function byPartner(
  ctx: Ctx,
  { id, name, deptId }: PartnerRow,
  [area, call]: readonly ['article' | 'bulletin', string],
  from: 'own' | 'all' = 'own',
): Ctx {
  const e = (contract[area] as Readonly<Record<string, Endpoint>>)[call] as Endpoint
  const told = { name: `${area}.${call}`, says: e.says, key: permissionKey(area, call, e) }
  const depts = from === 'all' ? null : deptId === null ? [] : [deptId]
  const role = { ...everywhere, depts, keys: new Set([told.key]) }
  const own: Ctx = {
    ...ctx,
    who: callerAs({ id: -id, account: '', name: `互通单位「${name}」`, deptId }, [role]),
    call: { ...ctx.call, ...told, requestKey: '' },
    record: (change) => ctx.record({ ...change, call: told }),
    transaction: (work) => work(own),
  }
  return own
}
