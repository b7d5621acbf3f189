import { id, int, json, ref, table, text, time } from '../table.ts'

/** Work that somebody asked for, or that the schedule did: how far it is, and what became of it. Its lease ends with its holder. */
export const job = table({
  name: 'job',
  columns: {
    id: id(),
    /** One of `jobKinds`. */
    kind: text(),
    scope: text(),
    state: text(),
    /** What it may not run beside: another job that has the same here. */
    alone: text().orEmpty,
    holder: text(),
    leaseUntil: time(),
    stopAskedAt: time().orEmpty,
    total: int(),
    finished: int(),
    says: text().orEmpty,
    receipt: json().orEmpty,
    byId: ref('user', 'past').orEmpty,
    byName: text(),
    startedAt: time(),
    endedAt: time().orEmpty,
  },
  sort: { jobId: 'id', startedAt: 'startedAt' },
  scope: 'all',
})

/** A work of the schedule (server/jobs/works.ts): when it is due, and how it went last. */
export const schedule = table({
  name: 'schedule',
  columns: {
    id: id(),
    name: text(),
    /** The rhythm by which `dueAt` was reckoned; empty: it is off. */
    rhythm: text(),
    dueAt: time().orEmpty,
    pausedAt: time().orEmpty,
    pausedBy: text().orEmpty,
    lastAt: time().orEmpty,
    lastMs: int().orEmpty,
    lastState: text().orEmpty,
    lastSays: text().orEmpty,
  },
  unique: ['name'],
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    job: typeof job
    schedule: typeof schedule
  }
}
