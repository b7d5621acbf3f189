import type { Area } from './endpoint.ts'

/** The areas by name, loaded on demand: the only list to extend when an area is added. */
export const areas = {
  article: async () => (await import('./article.ts')).article,
  auth: async () => (await import('./auth.ts')).auth,
  column: async () => (await import('./column.ts')).column,
  file: async () => (await import('./file.ts')).file,
  generate: async () => (await import('./generate.ts')).generate,
  home: async () => (await import('./home.ts')).home,
  log: async () => (await import('./log.ts')).log,
  menu: async () => (await import('./menu.ts')).menu,
} as const satisfies Readonly<Record<string, () => Promise<Area>>>

export type AreaName = keyof typeof areas
export type Contract = { readonly [N in AreaName]: Awaited<ReturnType<(typeof areas)[N]>> }

/** Loads every area: for the server, the documents and the sweeping tests. */
export async function wholeContract(): Promise<Contract> {
  const entries = await Promise.all(Object.entries(areas).map(async ([name, load]) => [name, await load()] as const))
  return Object.fromEntries(entries) as Contract
}

/** Walks all endpoints as `[area, call, endpoint]`. */
export function* eachEndpoint(contract: Readonly<Record<string, Area>>) {
  for (const [area, calls] of Object.entries(contract))
    for (const [call, e] of Object.entries(calls)) yield [area, call, e] as const
}
