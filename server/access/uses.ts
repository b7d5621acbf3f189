import { formatDate, formatTime } from '../../core/domain/time.ts'
import type { Call, Parts, Who } from '../context.ts'
import { asStaff } from '../context.ts'
import { plainReason } from '../full-disk.ts'
import { appendLog, type LoggedCall } from '../log.ts'

/** One caller's use of one call from one address on one day. */
interface Use {
  readonly day: string
  readonly who: Who | null
  readonly result: string
  call: LoggedCall
  /** So often since its last row. */
  times: number
  /** When last. */
  at: number
  /** What was read since its last row, where single rows were: the first so many. */
  ids: Set<number>
  /** It has a row already; the next one is written when the day is over. */
  told: boolean
}

/** What was read by scripts' tokens, and what reading was refused to anybody, until it stands in the log (docs/decisions/0054-uses.md). */
export interface Uses {
  /**
   * Counts it: nothing is written while somebody waits for an answer.
   * @param refusal why it was refused, in the log's words; null: it was not
   * @param ids of what was read, where that was named
   */
  note(call: Call, who: Who | null, refusal: string | null, now: number, ids: readonly number[]): void
  /** Writes what has no row yet, and of days that are over the rest. @param all of today, too: the server ends */
  write(parts: Parts, all?: boolean): Promise<void>
}

/** So many different uses one caller has under their addresses; beyond that addresses are not told apart, and calls there are not more than there are. */
const eachMost = 300
/** So many are remembered of all together. */
const most = 20_000
const atOnce = 100
const idsMost = 200
const manyAddresses = '多个地址'

/** Uses that wait for their rows. */
export function createUses(): Uses {
  const uses = new Map<string, Use>()
  const counts = new Map<string, number>()
  let passedOver = 0
  let running: Promise<unknown> = Promise.resolve()

  function append(trx: Parameters<typeof appendLog>[0], { secret }: Parts, use: Use, now: number, over: number) {
    const { call, who, times, result, at, ids } = use
    const says = call.says.split('；')[0] ?? ''
    const change = {
      says: times > 1 ? `${says}（${times} 次）` : says,
      result,
      ids: [...ids],
      after: { times, lastAt: formatTime(at), ...(over > 0 && { passedOver: over }) },
    }
    return appendLog(trx, secret.log, { call, who, now, change })
  }

  async function writeDue(parts: Parts, all: boolean): Promise<void> {
    const now = parts.now()
    const today = formatDate(now)
    const due = [...uses.values()].filter(({ times, told, day }) => times > 0 && (all || !told || day !== today))
    for (let from = 0; from < due.length; from += atOnce) {
      const some = due.slice(from, from + atOnce).map((use) => ({ use, as: { ...use, ids: new Set(use.ids) } }))
      const over = passedOver
      await parts.db.transaction(async (trx) => {
        for (const [n, { as }] of some.entries()) await append(trx, parts, as, now, n === 0 ? over : 0)
      })
      passedOver -= over
      for (const { use, as } of some) {
        use.times -= as.times
        for (const id of as.ids) use.ids.delete(id)
        use.told = true
      }
    }
    for (const [key, { day, times }] of uses) if (day !== today && times === 0) uses.delete(key)
    for (const mine of counts.keys()) if (!mine.startsWith(today)) counts.delete(mine)
  }

  return {
    note(call, who, refusal, now, ids) {
      const staff = asStaff(who)
      const day = formatDate(now)
      // who is not of the staff may have as many addresses as they like
      const caller = staff ? `${staff.userId} ${staff.kind === 'script' ? staff.sessionId : ''}` : (who?.kind ?? '')
      const mine = `${day} ${caller}`
      const known = counts.get(mine) ?? 0
      const address = staff && known >= eachMost ? manyAddresses : call.address
      const key = `${mine} ${refusal} ${call.name} ${call.dry} ${staff ? address : ''}`
      const there = uses.get(key)
      if (!there && uses.size >= most) {
        passedOver += 1
        return
      }
      if (!there) counts.set(mine, known + 1)
      const use = there ?? {
        ...{ day, who: staff || who?.kind === 'partner' ? who : null, result: refusal ?? '成功' },
        ...{ call, times: 0, at: now, told: false, ids: new Set<number>() },
      }
      // a rehearsal is told as such, and not by the sentence of what it tried
      use.call = call.dry
        ? { ...call, address, name: `${call.name}.dryRun`, says: `试运行：${call.says}` }
        : { ...call, address }
      use.times += 1
      use.at = now
      for (const id of ids) if (use.ids.size < idsMost) use.ids.add(id)
      uses.set(key, use)
    },
    write(parts, all = false) {
      const next = running.then(() => writeDue(parts, all))
      running = next.catch(() => undefined)
      return next
    },
  }
}

/** Writes them where that can be done; on a full disk they wait. @param all as for `write` */
export async function writeUses(parts: Parts, all = false): Promise<void> {
  try {
    await parts.uses.write(parts, all)
  } catch (error) {
    process.stderr.write(`读取记录暂未写入操作日志：${plainReason(error)}\n`)
  }
}
