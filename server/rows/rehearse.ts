import { chunkSize } from '../../core/chunks.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import type { Ctx } from '../context.ts'
import { pieceInTurn } from '../work/rehearsals.ts'

/** What an item has to do with: what is done to it may decide about others that name the same. */
export type Ties<T> = (item: T) => readonly string[]

/** An item with its place in the list. */
interface Placed<T> {
  readonly item: T
  readonly at: number
}

/** Items that hang together by what they name, each group in the order of the list, and the groups by their first item. */
function groupsOf<T>(items: readonly T[], ties: Ties<T>): readonly (readonly Placed<T>[])[] {
  const parents = items.map((_, i) => i)
  const root = (i: number): number => {
    let at = i
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] as number] as number
      at = parents[at] as number
    }
    return at
  }
  const first = new Map<string, number>()
  for (const [i, item] of items.entries())
    for (const tie of ties(item)) {
      const other = first.get(tie)
      if (other === undefined) first.set(tie, i)
      else {
        const [a, b] = [root(other), root(i)]
        parents[Math.max(a, b)] = Math.min(a, b)
      }
    }
  const placed = items.map((item, at) => ({ item, at }))
  return [...Map.groupBy(placed, ({ at }) => root(at)).values()]
}

/** So long a piece may keep the other writers waiting, of PostgreSQL only those of its rows; how many items that are is found out on the way. */
const heldMs = { sqlite: 25, postgres: 100 } as const
const firstSize = 10

/** Within a transaction, where a call does the work of another one, the turn is the caller's already. */
const inTurn = async <T>(ctx: Ctx, piece: () => Promise<T>): Promise<{ value: T; took: number }> =>
  ctx.db === ctx.parts.db.read ? pieceInTurn(ctx, piece) : { value: await piece(), took: 0 }

/** What was told of one item. */
interface Told {
  readonly at: number
  readonly done?: string
  readonly unchanged?: boolean
  readonly failed?: BulkResult['failed'][number]
}

/** What a chunk's result tells, each at the place of its item: of one that is named twice, one after the other. */
function toldOf(some: readonly Placed<unknown>[], ids: readonly string[], result: BulkResult): readonly Told[] {
  const places = Map.groupBy(some, (_, i) => ids[i] as string)
  const placed = <R>(all: readonly R[], id: (one: R) => string) => {
    const left = new Map([...places].map(([name, of]) => [name, of.map(({ at }) => at)]))
    return all.map((one) => {
      const of = left.get(id(one)) ?? []
      return { one, at: (of.length > 1 ? of.shift() : of[0]) ?? 0 }
    })
  }
  const same = new Set(result.unchanged)
  return [
    ...placed(result.done, (id) => id).map(({ one, at }) => ({ at, done: one, unchanged: same.has(one) })),
    ...placed(result.failed, ({ id }) => id).map(({ one, at }) => ({ at, failed: one })),
  ]
}

/** A bulk call's work, and how its items are told apart and hang together. */
interface Bulk<T> {
  readonly work: (ctx: Ctx, chunk: readonly T[]) => Promise<BulkResult>
  readonly ties: Ties<T>
  /** The id by which the work tells what became of an item. */
  readonly idOf: (item: T) => string
}

/** One piece in one transaction, chunk by chunk as the call itself would do its items. */
const tryPiece = <T>(ctx: Ctx, piece: readonly Placed<T>[], { work, idOf }: Bulk<T>): Promise<Told[]> =>
  ctx.transaction(
    async (inner) => {
      const told: Told[] = []
      const inOrder = piece.toSorted((a, b) => a.at - b.at)
      for (const some of Map.groupBy(inOrder, ({ at }) => Math.floor(at / chunkSize)).values()) {
        const items = some.map(({ item }) => item)
        told.push(...toldOf(some, items.map(idOf), await work(inner, items)))
      }
      return told
    },
    piece.map(({ item }) => Number(idOf(item))),
  )

/**
 * Tries a bulk call: piece by piece, each undone at once, so that nobody waits for all of them. Items that hang together are tried in one
 * piece: what an earlier one does to a later one is foretold.
 */
export async function rehearsePieces<T>(ctx: Ctx, items: readonly T[], bulk: Bulk<T>): Promise<BulkResult> {
  const told: Told[] = []
  const groups = groupsOf(items, bulk.ties)
  let size = firstSize
  for (let next = 0; next < groups.length; ) {
    const piece: Placed<T>[] = []
    while (next < groups.length && (piece.length === 0 || piece.length + (groups[next]?.length ?? 0) <= size)) {
      piece.push(...(groups[next] ?? []))
      next += 1
    }
    const { value, took } = await inTurn(ctx, () => tryPiece(ctx, piece, bulk))
    told.push(...value)
    size = Math.max(1, Math.min(chunkSize, Math.floor((piece.length * heldMs[ctx.dialect]) / Math.max(took, 1))))
  }
  const inOrder = told.toSorted((a, b) => a.at - b.at)
  const unchanged = inOrder.flatMap((one) => (one.unchanged && one.done) || [])
  return {
    done: inOrder.flatMap(({ done }) => done ?? []),
    failed: inOrder.flatMap(({ failed }) => failed ?? []),
    ...(unchanged.length > 0 && { unchanged }),
  }
}
