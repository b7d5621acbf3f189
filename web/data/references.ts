import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import { type ReferenceName, references } from '../../core/contract/references.ts'
import { cacheKey, useCall } from './calls.ts'
import { callsOf } from './client.ts'

/** A row that a field can name, and those below it. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly children: readonly Named[]
}
type Listed = Readonly<Record<string, unknown>>
type Names = Readonly<Record<string, string>>

const callOf = (of: ReferenceName) => `${references[of].area}.${references[of].call}` as Parameters<typeof cacheKey>[0]

/** All there are, as their own call lists them. */
async function readAll(of: ReferenceName, options: { signal?: AbortSignal } = {}): Promise<readonly Listed[]> {
  const { area, call } = references[of]
  const calls = callsOf(await areas[area as AreaName].load()) as Readonly<Record<string, unknown>>
  return (calls[call] as (input: object, options: object) => Promise<readonly Listed[]>)({}, options)
}

function named(of: ReferenceName, listed: readonly Listed[]): Named[] {
  const { id, name } = references[of]
  return listed.map((one) => ({
    id: String(one[id]),
    name: String(one[name]),
    children: named(of, (one.children ?? []) as readonly Listed[]),
  }))
}

/** The rows that a field can name, as they stand under one another; asked for again by `refetch`. */
export function useReference(of: ReferenceName) {
  const query = useCall(callOf(of), (_: object, options) => readAll(of, options), {})
  const all = useMemo(() => named(of, query.data ?? []), [of, query.data])
  return { all, isError: query.isError, refetch: query.refetch }
}

const pairsOf = (all: readonly Named[]): [string, string][] =>
  all.flatMap((one) => [[one.id, one.name], ...pairsOf(one.children)])

/**
 * What rows are called, by their ids; 0 is the place above all of a tree.
 * @param wanted of which areas; the others stay empty and are not asked for
 */
export function useNames(wanted: readonly ReferenceName[]): Readonly<Partial<Record<ReferenceName, Names>>> {
  const found = useQueries({
    queries: wanted.map((of) => ({
      queryKey: cacheKey(callOf(of), {}),
      queryFn: ({ signal }: { signal: AbortSignal }) => readAll(of, { signal }),
    })),
  })
  return Object.fromEntries(
    wanted.map((of, i) => {
      const all = named(of, (found[i]?.data ?? []) as readonly Listed[])
      return [of, Object.fromEntries([['0', `顶级${references[of].says}`], ...pairsOf(all)])]
    }),
  )
}
