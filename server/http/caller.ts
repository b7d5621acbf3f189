import { asStaff, type Who } from '../context.ts'
import { networkOf } from './network.ts'

/** What stands in line counts as: a user, a visitor, or the network of a stranger. */
export function callerOf(who: Who | null, address: string): string {
  if (who?.kind === 'visitor') return `visitor ${who.peopleId}`
  const staff = asStaff(who)
  return staff ? `user ${staff.userId}` : networkOf(address)
}
