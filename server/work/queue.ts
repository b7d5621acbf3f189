import { Refused } from '../../core/errors.ts'

/** How much a queue takes on, all callers together and each of them. */
export interface QueueLimits {
  /** So many run at the same moment … */
  readonly atOnce: number
  /** … and so many of one caller. */
  readonly atOnceEach: number
  readonly waiting: number
  readonly waitingEach: number
  /** Who is refused hears it so much later: a flood that asks again at once would else be as much work as what it asks for. */
  readonly refusesAfterMs?: number
}

/** Work that stands in line: a bounded one, in which callers take turns, so that nobody's pile is before another's first piece. */
export interface Queue {
  /**
   * Runs when it is the caller's turn.
   * @param alive asked when the turn comes: work that nobody waits for any more is left out
   * @throws Refused TOO_MANY when too much stands in line already, UNAVAILABLE when the queue is closed
   */
  run<T>(caller: string, work: () => Promise<T>, alive?: () => boolean): Promise<T>
  /** Refuses whatever waits and whatever comes; what runs goes on. */
  close(): void
}

interface Waiting {
  readonly start: () => Promise<void>
  readonly refuse: (reason: Refused) => void
  readonly alive: () => boolean
}

const tooMany = () => new Refused('TOO_MANY', '同时提交的请求过多，请稍后再试')
/** So many wait for their refusal; each holds a connection and little else. */
const heldMax = 5000
/** What is refused because the server ends. */
export const ending = () => new Refused('UNAVAILABLE', '服务正在停止，请稍后再试')

/** Makes an empty queue. */
export function queueOf(limits: QueueLimits): Queue {
  /** By caller, in the order of their turns. */
  const lines = new Map<string, Waiting[]>()
  const running = new Map<string, number>()
  let runs = 0
  let waits = 0
  let closed = false
  let due = false
  const held = new Set<() => void>()
  const refuse = (reject: (reason: Refused) => void) => {
    const { refusesAfterMs = 0 } = limits
    if (refusesAfterMs === 0 || held.size >= heldMax) return reject(tooMany())
    const timer = setTimeout(() => tell(), refusesAfterMs)
    const tell = () => {
      clearTimeout(timer)
      held.delete(tell)
      reject(tooMany())
    }
    held.add(tell)
  }

  const leave = (caller: string, line: Waiting[]) => {
    waits -= 1
    if (line.length === 0) lines.delete(caller)
  }
  /** What nobody waits for any more makes room where a caller's line is full. */
  const leaveOut = (caller: string, line: Waiting[]) => {
    for (const one of line.filter(({ alive }) => !alive())) {
      line.splice(line.indexOf(one), 1)
      leave(caller, line)
      one.refuse(ending())
    }
  }
  /** The line is full: whoever has most in it loses their newest. False when that is this caller. */
  const madeRoom = (caller: string): boolean => {
    const [most, line] = [...lines].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (line.length <= (lines.get(caller)?.length ?? 0) + 1) return false
    const last = line.pop()
    if (last) refuse(last.refuse)
    leave(most, line)
    return true
  }
  const count = (caller: string, by: 1 | -1) => {
    runs += by
    const now = (running.get(caller) ?? 0) + by
    if (now === 0) running.delete(caller)
    else running.set(caller, now)
  }
  const next = () => {
    due = false
    for (const [caller, line] of [...lines]) {
      if (runs >= limits.atOnce) return
      if ((running.get(caller) ?? 0) >= limits.atOnceEach) continue
      const one = line.shift() as Waiting
      leave(caller, line)
      // to the end: the others' turn comes first
      if (line.length > 0 && lines.delete(caller)) lines.set(caller, line)
      if (!one.alive()) one.refuse(ending())
      else {
        count(caller, 1)
        void one.start().finally(() => {
          count(caller, -1)
          // nor has it the next turn before those who came while its piece ran
          const left = lines.get(caller)
          if (left && lines.delete(caller)) lines.set(caller, left)
          soon()
        })
      }
      if (line.length > 0 || runs < limits.atOnce) soon()
    }
  }
  /** After this round of the event loop: between two pieces, whoever stands in no queue is served. */
  const soon = () => {
    if (due || lines.size === 0) return
    due = true
    setImmediate(next)
  }

  return {
    run: (caller, work, alive = () => true) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(ending())
        const line = lines.get(caller) ?? []
        if (line.length >= limits.waitingEach) leaveOut(caller, line)
        if (line.length >= limits.waitingEach || (waits >= limits.waiting && !madeRoom(caller))) return refuse(reject)
        const start = () => work().then(resolve, reject)
        line.push({ start, refuse: reject, alive })
        lines.set(caller, line)
        waits += 1
        soon()
      }),
    close() {
      closed = true
      for (const tell of held) tell()
      for (const line of lines.values()) for (const one of line) one.refuse(ending())
      lines.clear()
      waits = 0
    },
  }
}
