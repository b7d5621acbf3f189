import { dayOf } from '../rows/count-by.ts'
import type { DemoPlace } from './place.ts'

const days = 500

/** Visitors of the days before today: more on days that are worked, and a few more each month. */
export async function add({ trx, now }: DemoPlace): Promise<void> {
  const today = dayOf(now)
  const rows = Array.from({ length: days }, (_, i) => {
    const day = today - days + i
    // the first of January 1970 was a Thursday
    const rests = [2, 3].includes(day % 7)
    return { day, n: (rests ? 60 : 140) + ((day * 37) % 45) + Math.floor(i / 8) }
  })
  await trx.insertInto('visitDay').values(rows).execute()
}
