import { type SqlBool, sql } from 'kysely'
import { formatTime } from '../../core/domain/time.ts'
import { latest } from '../ahead.ts'
import type { Ctx } from '../context.ts'
import { allOf, among, anyOf, type Condition, free, notAmong } from '../rows/condition.ts'
import { wrongCodeLocks } from './factor.ts'
import { tries, window } from './lockout.ts'

/**
 * Who is locked out now, as the next sign-in will find it: five failures in a row at one address, or on one device that the account knows;
 * there, and nowhere else (docs/decisions/0014-lock-out.md).
 */

/** The failures that count: those without a success behind them in the same place. */
const counting = ({ db, now }: Ctx) =>
  db
    .selectFrom('signIn as f')
    .where('f.ok', '=', 0)
    .where('f.at', '>', now - window)
    .where('f.at', '<=', latest(now))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signIn as s')
            .select('s.id')
            .whereRef('s.account', '=', 'f.account')
            .where('s.ok', '=', 1)
            .whereRef('s.id', '>', 'f.id')
            .where(
              sql<SqlBool>`coalesce(${sql.ref('s.deviceId')}, 0) = coalesce(${sql.ref('f.deviceId')}, 0)
                and (${sql.ref('f.deviceId')} is not null or ${sql.ref('s.address')} = ${sql.ref('f.address')})`,
            ),
        ),
      ),
    )

/** Whether an account is locked somewhere, as a condition on users: one question for all of them. */
export async function lockedNow(ctx: Ctx, is: boolean): Promise<Condition> {
  const byCodes = [...(await wrongCodeLocks(ctx)).keys()]
  const byPassword = free((eb) =>
    eb(
      'account',
      is ? 'in' : 'not in',
      counting(ctx)
        .select('f.account')
        .groupBy(['f.account', 'f.deviceId'])
        .groupBy(sql`case when ${sql.ref('f.deviceId')} is null then ${sql.ref('f.address')} end`)
        .having((one) => one.fn.countAll(), '>=', tries),
    ),
  )
  if (byCodes.length === 0) return byPassword
  return is ? anyOf([byPassword, among('id', byCodes)]) : allOf([byPassword, notAmong('id', byCodes)])
}

interface Failure {
  readonly account: string
  readonly address: string
  readonly deviceId: number | null
  readonly at: number
}

/** When so many failures of a place are over that fewer than five are left; null: it is not locked. */
function untilOf(failures: readonly Failure[]): number | null {
  const fifth = failures.map(({ at }) => Number(at)).sort((a, b) => b - a)[tries - 1]
  return fifth === undefined ? null : fifth + window
}

/** Until when people are locked out, and where, by their accounts; of those that are. */
export async function locksOf(
  ctx: Ctx,
  people: readonly { readonly id: string; readonly account: string }[],
): Promise<ReadonlyMap<string, { readonly lockedUntil: string; readonly lockedFrom: string }>> {
  if (people.length === 0) return new Map()
  const byCodes = await wrongCodeLocks(ctx)
  const found = await counting(ctx)
    .select(['f.account', 'f.address', 'f.deviceId', 'f.at'])
    .where(
      'f.account',
      'in',
      people.map(({ account }) => account),
    )
    .execute()
  const placeOf = ({ account, deviceId, address }: Failure) => JSON.stringify([account, deviceId ?? address])
  const locks = [...Map.groupBy(found, placeOf).values()].flatMap((failures) => {
    const [first, until] = [failures[0], untilOf(failures)]
    if (!first || until === null) return []
    return [{ account: first.account, until, from: first.deviceId === null ? first.address : '本人用过的设备' }]
  })
  for (const { id, account } of people) {
    const until = byCodes.get(Number(id))
    if (until !== undefined) locks.push({ account, until, from: '任何地方（动态口令输错）' })
  }
  return new Map(
    [...Map.groupBy(locks, ({ account }) => account)].map(([account, some]) => [
      account,
      {
        lockedUntil: formatTime(Math.max(...some.map(({ until }) => until))),
        lockedFrom: [...new Set(some.map(({ from }) => from))].join('、'),
      },
    ]),
  )
}
