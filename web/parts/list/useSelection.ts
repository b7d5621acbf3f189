import { useMemo, useState } from 'react'

/** Marked rows, kept over pages. */
export function useSelection<R extends object>(idField: keyof R & string) {
  const [marked, setMarked] = useState<ReadonlyMap<string, R>>(new Map())
  return useMemo(() => {
    const idOf = (row: R) => String(row[idField])
    return {
      rows: [...marked.values()],
      ids: [...marked.keys()],
      /** Marks what the table now says of the rows it shows; rows of other pages stay as they are. */
      set(shown: readonly R[], ids: readonly string[]) {
        const next = new Map(marked)
        for (const row of shown) {
          if (ids.includes(idOf(row))) next.set(idOf(row), row)
          else next.delete(idOf(row))
        }
        setMarked(next)
      },
      toggle(row: R) {
        const next = new Map(marked)
        if (!next.delete(idOf(row))) next.set(idOf(row), row)
        setMarked(next)
      },
      drop(ids: readonly string[]) {
        setMarked(new Map([...marked].filter(([id]) => !ids.includes(id))))
      },
      clear: () => setMarked(new Map()),
    }
  }, [marked, idField])
}
