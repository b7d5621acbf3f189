import { type AreaName, areas } from '../core/contract/areas.ts'
import { type MenuEntry, type OwnEntry, ownEntry } from './access/menu.ts'
import type { Pile, Recount } from './context.ts'
import type { Migrations } from './db/migrations.ts'
import type { DemoPlace } from './demo/place.ts'
import type { Handler } from './pipeline.ts'

type Demo = () => Promise<{ add(place: DemoPlace): Promise<void> }>

/** What the file of an area holds: its handlers under the area's name, the migrations that made tables of its own, what waits, and its demo rows. */
interface AreaModule {
  readonly [name: string]: unknown
  readonly migrations?: Migrations
  /** Where its screen stands in the menu, where the specification's has no place for it. */
  readonly entry?: OwnEntry
  /** What of its rows waits for whom. */
  readonly piles?: readonly Pile[]
  /** How its deadlines follow a change of the calendar. */
  readonly deadlines?: Recount | readonly Recount[]
  /** Loads what adds the area's rows to the demo county. */
  readonly demo?: Demo
}

/** The handlers by area and call, and the migrations of all areas. */
export interface LoadedAreas {
  readonly handlers: Readonly<Record<string, Readonly<Record<string, Handler>>>>
  readonly migrations: Migrations
  readonly entries: readonly MenuEntry[]
  readonly piles: readonly Pile[]
  readonly deadlines: readonly Recount[]
  readonly demos: readonly Demo[]
}

/**
 * Loads what does the work of each area: `hot.ts` for the area `hot`. No list is kept here; the contract's is enough.
 * @throws Error when an area of the contract has no file, or its file does not export it
 */
export async function loadAreas(): Promise<LoadedAreas> {
  const handlers: Record<string, Readonly<Record<string, Handler>>> = {}
  const migrations: Record<string, Migrations[string]> = {}
  const entries: MenuEntry[] = []
  const piles: Pile[] = []
  const deadlines: Recount[] = []
  const demos: Demo[] = []
  const names = Object.keys(areas) as AreaName[]
  for (const { name, module } of await Promise.all(names.map(loadArea))) {
    if (!module[name]) throw new Error(`server/areas/${name}.ts 没有导出 ${name}`)
    handlers[name] = module[name] as Readonly<Record<string, Handler>>
    Object.assign(migrations, module.migrations)
    if (module.entry) entries.push(ownEntry(name, module.entry))
    piles.push(...(module.piles ?? []))
    deadlines.push(...[module.deadlines ?? []].flat())
    if (module.demo) demos.push(module.demo)
  }
  return { handlers, migrations, entries, piles, deadlines, demos }
}

/** Loads what does the work of one area. */
export async function loadArea(name: AreaName): Promise<{ name: AreaName; module: AreaModule }> {
  return { name, module: (await import(`./areas/${name}.ts`)) as AreaModule }
}
