import { formatTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { allHold, allOf, anyOf, type Condition, isEmpty, oneOf, test } from '../../rows/condition.ts'

/** Who is frozen now, or is not: a ban that is over is none. */
export function frozen(state: number, now: number): Condition {
  if (state === 1)
    return allOf([test('peopleState', '=', 1), anyOf([isEmpty('banEndTime'), test('banEndTime', '>', now)])])
  return anyOf([test('peopleState', '=', 0), test('banEndTime', '<=', now)])
}

interface Left {
  readonly id: number
  readonly phoneHash: string | null
  readonly peopleId: number | null
}

/** What is said of rows that came from somebody who is frozen now, by the visitor who was signed in or by the phone that was left; none of the others. */
export async function frozenSays(ctx: Ctx, rows: readonly Left[]): Promise<ReadonlyMap<number, string>> {
  const hashes = rows.flatMap(({ phoneHash }) => phoneHash ?? [])
  const ids = rows.flatMap(({ peopleId }) => peopleId ?? [])
  const whose = anyOf([...oneOf('peoplePhoneHash', hashes), ...oneOf('id', ids)])
  const found = ctx.db
    .selectFrom('people')
    .select(['id', 'peoplePhoneHash', 'banEndTime'])
    .where(allHold([whose, frozen(1, ctx.now)]))
  const people = hashes.length + ids.length === 0 ? [] : await found.execute()
  return new Map(
    rows.flatMap(({ id, phoneHash, peopleId }) => {
      const one = people.find((each) => each.id === peopleId || each.peoplePhoneHash === phoneHash)
      if (!one) return []
      const until = one.banEndTime === null ? '' : `至 ${formatTime(one.banEndTime)}`
      return [[id, `${one.id === peopleId ? '提出人' : '所留手机号的用户'}已冻结${until}`] as const]
    }),
  )
}
