import type { BulkResult } from '../../../core/contract/shared.ts'

export type Failed = BulkResult['failed'][number]

/** A bulk run as it stands. */
export interface RunState {
  readonly says: string
  /** What the items are called, where it is known. */
  readonly names: ReadonlyMap<string, string>
  readonly total: number
  readonly done: readonly string[]
  readonly failed: readonly Failed[]
  readonly left: readonly string[]
  readonly startedAt: number
  /** Milliseconds spent in pauses, and since when it pauses now. */
  readonly pausedMs: number
  readonly pausedAt: number | null
  readonly stopping: boolean
  readonly over: boolean
  /** First failure shown. */
  readonly scroll: number
}

/** What can happen to a bulk run. */
export type RunEvent =
  | { readonly type: 'chunk'; readonly done: readonly string[]; readonly failed: readonly Failed[] }
  | { readonly type: 'pause'; readonly now: number }
  | { readonly type: 'stop' | 'over' }
  | { readonly type: 'scroll'; readonly by: number }

/** A run that has not sent anything yet. */
export const newRun = (
  says: string,
  ids: readonly string[],
  now: number,
  names: ReadonlyMap<string, string> = new Map(),
): RunState => ({
  says,
  names,
  total: ids.length,
  done: [],
  failed: [],
  left: ids,
  startedAt: now,
  pausedMs: 0,
  pausedAt: null,
  stopping: false,
  over: false,
  scroll: 0,
})

/** The run after an event. */
export function run(s: RunState, e: RunEvent): RunState {
  switch (e.type) {
    case 'chunk': {
      const told = new Set([...e.done, ...e.failed.map((one) => one.id)])
      const left = s.left.filter((id) => !told.has(id))
      return { ...s, done: [...s.done, ...e.done], failed: [...s.failed, ...e.failed], left }
    }
    case 'pause':
      return s.pausedAt === null
        ? { ...s, pausedAt: e.now }
        : { ...s, pausedAt: null, pausedMs: s.pausedMs + e.now - s.pausedAt }
    case 'stop':
      return { ...s, stopping: true, pausedAt: null }
    case 'over':
      return { ...s, over: true, pausedAt: null }
    case 'scroll':
      return { ...s, scroll: Math.max(0, Math.min(s.failed.length - 1, s.scroll + e.by)) }
  }
}

/** Items a second, and seconds until all is done; null before anything can be said. */
export function pace(s: RunState, now: number): { readonly speed: number; readonly rest: number } | null {
  const made = s.done.length + s.failed.length
  const ms = (s.pausedAt ?? now) - s.startedAt - s.pausedMs
  if (made === 0 || ms < 200) return null
  const speed = (made / ms) * 1000
  return { speed, rest: s.left.length / speed }
}
