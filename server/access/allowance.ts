/** How often somebody may have what costs others room: rows of the log, so that it tells what was tried and nobody can fill it. */
export interface Allowance {
  /**
   * Takes one of somebody's. @param thing what it is about, where each has so many of its own
   * @returns how many were passed over since the last that was granted; null: none is left now
   */
  take(whose: string, now: number, thing?: string): number | null
}

const windowMs = 15 * 60_000
/** So many names are remembered; beyond them, those whose time is over are forgotten first. */
const remembered = 5000

interface Taken {
  since: number
  count: number
  passedOver: number
}

/** So many in a quarter of an hour for each name, or each thing of a name, for all things of a name together, and for all names together. */
function allowance(each: number, together: number, eachName = each): Allowance {
  const taken = new Map<string, Taken>()
  const all: Taken = { since: 0, count: 0, passedOver: 0 }
  const renew = (one: Taken, now: number) => {
    if (Math.abs(now - one.since) < windowMs) return
    one.since = now
    one.count = 0
  }
  const forget = (now: number) => {
    for (const [whose, one] of taken) if (now - one.since >= windowMs) taken.delete(whose)
    if (taken.size >= remembered) taken.clear()
  }
  const takenBy = (name: string, now: number): Taken => {
    const found = taken.get(name) ?? { since: now, count: 0, passedOver: 0 }
    if (!taken.has(name)) {
      if (taken.size >= remembered) forget(now)
      taken.set(name, found)
    }
    renew(found, now)
    return found
  }
  return {
    take(whose, now, thing) {
      const mine = takenBy(whose, now)
      const own = thing === undefined ? mine : takenBy(`${whose} ${thing}`, now)
      renew(all, now)
      if (own.count >= each || mine.count >= eachName || all.count >= together) {
        mine.passedOver += 1
        return null
      }
      for (const one of new Set([own, mine, all])) one.count += 1
      const { passedOver } = mine
      mine.passedOver = 0
      return passedOver
    },
  }
}

/** What refused calls may write; strangers, who may be many, take nothing from the staff. */
export interface Refusals {
  /** Of the staff, what is not grave; and, by a name of its own for each account, what is grave where nothing was there. */
  readonly staff: Allowance
  /** Of the staff, what can't be undone or gives rights, by call and thing: harmless refusals take nothing from it, nor do those of one account from another's. */
  readonly grave: Allowance
  readonly strangers: Allowance
}

/** The allowances of a server. */
export const refusalAllowances = (): Refusals => ({
  staff: allowance(10, 1000),
  grave: allowance(10, Number.POSITIVE_INFINITY, 200),
  strangers: allowance(10, 100),
})

/** Rows that clients write into the log, for each user: enough for a clerk who exports all day, and for scripts that export every list several times. */
export const clientRowAllowance = (): Allowance => allowance(300, 6000)

/** What is offered to visitors while they type, for each network: more than a house full of people types. Who has had that gets none for a while, and misses nothing else. */
export const suggestAllowance = (): Allowance => allowance(1500, 60_000)
