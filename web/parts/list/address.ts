import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { stays } from '../stays.ts'

/** What a list shows, as its address says it. */
export interface ListAddress {
  readonly page: number
  readonly size: number
  readonly sort: string
  readonly order: 'asc' | 'desc' | ''
  readonly filters: Readonly<Record<string, string>>
}

export const pageSizes = [10, 20, 30, 50, 100, 200] as const
const firstSize = 10
const own = ['page', 'size', 'sort', 'order']
/** Filters that say who somebody is: addresses stand in histories and in the logs of proxies, these in the tab's own state alone. */
const personal = ['phone', 'peoplePhone', 'peopleName', 'idNumber', 'mobile']

type Filters = Readonly<Record<string, string>>
const some = (filters: Filters, wanted: boolean): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== '' && personal.includes(name) === wanted),
  )

/** What narrows a list and may be kept elsewhere. */
export const withoutPersonal = (filters: Filters): Filters => some(filters, false)

/** The state of a way to the same list: what of its filters stands in no address. */
export const aside = (filters: Filters): { readonly personal: Filters } => ({ personal: some(filters, true) })

const heldIn = (state: unknown): Filters => (state as { personal?: Filters } | null)?.personal ?? {}

const whole = (text: string | null, otherwise: number) =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise

function read(params: URLSearchParams, beside: readonly string[] = []): ListAddress {
  const size = whole(params.get('size'), firstSize)
  const order = params.get('order')
  return {
    page: whole(params.get('page'), 1),
    size: (pageSizes as readonly number[]).includes(size) ? size : firstSize,
    sort: params.get('sort') ?? '',
    order: order === 'asc' || order === 'desc' ? order : '',
    filters: Object.fromEntries([...params].filter(([name]) => !own.includes(name) && !beside.includes(name))),
  }
}

function write({ page, size, sort, order, filters }: ListAddress): URLSearchParams {
  const shown = {
    ...withoutPersonal(filters),
    page: page > 1 ? page : '',
    size: size === firstSize ? '' : size,
    sort,
    order,
  }
  return new URLSearchParams(
    Object.entries(shown)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** A list's address with something else in it, from the first page on: for links. */
export const addressWith = (search: string, changes: Partial<ListAddress>): string =>
  `?${write({ ...read(new URLSearchParams(search)), page: 1, ...changes })}`

const nothing: readonly string[] = []

/**
 * Page, size, sort and filters live in the address; what is empty or usual is left out.
 * @param beside parts of the address that are not the list's but of the record in which it stands: they stay as they are, and a form of
 *   the record is not left by what is looked for in the list
 */
export function useListAddress(beside = nothing) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const address = useMemo(() => {
    const there = read(params, beside)
    return { ...there, filters: { ...there.filters, ...heldIn(state) } }
  }, [params, beside, state])
  const change = useCallback(
    (changes: Partial<ListAddress>, options?: { readonly replace: boolean }) =>
      setParams(
        (now) => {
          const there = write({ ...read(now, beside), page: 1, ...changes })
          for (const name of beside) if (now.has(name)) there.set(name, now.get(name) ?? '')
          return there
        },
        { ...options, state: beside.length > 0 ? stays : aside(changes.filters ?? address.filters) },
      ),
    [setParams, beside, address],
  )
  return [address, change] as const
}
