import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * Marked rows, kept over pages. They stand outside the screen's state: a tick draws its own box and what says how many are
 * marked, not two hundred rows.
 */
export class Selection<R extends object> {
  readonly idOf: (row: R) => string
  private marked: ReadonlyMap<string, R> = new Map()
  private readonly listeners = new Set<() => void>()
  /** The rows on the screen, in their order; and which of them was ticked last: a range begins there. */
  shown: readonly R[] = []
  private lastId: string | undefined

  constructor(idOf: (row: R) => string) {
    this.idOf = idOf
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  /** The marked rows by id, in the order in which they were marked; another map after every change. */
  readonly all = (): ReadonlyMap<string, R> => this.marked
  has(row: R): boolean {
    return this.marked.has(this.idOf(row))
  }

  private change(next: ReadonlyMap<string, R>): void {
    this.marked = next
    for (const listener of this.listeners) listener()
  }

  /** Marks these rows, or takes their marks away; those of other pages stay as they are. */
  set(rows: readonly R[], marked: boolean): void {
    const next = new Map(this.marked)
    for (const row of rows) {
      if (marked) next.set(this.idOf(row), row)
      else next.delete(this.idOf(row))
    }
    this.change(next)
  }
  toggle(row: R): void {
    this.set([row], !this.has(row))
    this.lastId = this.idOf(row)
  }
  /** Does to all rows from the one ticked last to this one what a tick would do to this one. */
  toggleTo(row: R): void {
    const places = [this.lastId, this.idOf(row)].map((id) => this.shown.findIndex((one) => this.idOf(one) === id))
    if (places.includes(-1)) return this.toggle(row)
    const [from, to] = places.sort((a, b) => a - b) as [number, number]
    this.set(this.shown.slice(from, to + 1), !this.has(row))
    this.lastId = this.idOf(row)
  }
  drop(ids: readonly string[]): void {
    const gone = new Set(ids)
    this.change(new Map([...this.marked].filter(([id]) => !gone.has(id))))
  }
  clear(): void {
    this.change(new Map())
  }
}

/** A list's marks, for as long as its screen is there. */
export function useSelection<R extends object>(idField: keyof R & string): Selection<R> {
  return useState(() => new Selection<R>((row) => String(row[idField])))[0]
}

/** Tells the marks which rows stand on the screen. */
export function useShown<R extends object>(selection: Selection<R> | undefined, rows: readonly R[]): void {
  useEffect(() => {
    if (selection) selection.shown = rows
  }, [selection, rows])
}

/** A tick by the mouse or the space bar; with Shift a range. */
export function tick<R extends object>(selection: Selection<R>, row: R, { nativeEvent }: { nativeEvent: Event }): void {
  if ((nativeEvent as globalThis.MouseEvent).shiftKey) selection.toggleTo(row)
  else selection.toggle(row)
}
/** A press with Shift would select the text between. */
export const noTextMarked = (event: MouseEvent): void => {
  if (event.shiftKey) event.preventDefault()
}

/** The marked rows by id; draws anew when they change. */
export const useMarked = <R extends object>(selection: Selection<R>): ReadonlyMap<string, R> =>
  useSyncExternalStore(selection.subscribe, selection.all)

/** Whether a row is marked; draws anew only when that changes. */
export const useIsMarked = <R extends object>(selection: Selection<R>, row: R): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.has(row))

/** How many of these are marked; draws anew only when that changes. */
export const useMarkedOf = <R extends object>(selection: Selection<R>, rows: readonly R[]): number =>
  useSyncExternalStore(selection.subscribe, () => rows.reduce((n, row) => n + (selection.has(row) ? 1 : 0), 0))
