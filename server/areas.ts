import { type AreaName, areas } from '../core/contract/areas.ts'
import type { Migrations } from './db/migrations.ts'
import type { Handler } from './pipeline.ts'

/** What the file of an area holds: its handlers under the area's name, and the migrations that made tables of its own. */
interface AreaModule {
  readonly [name: string]: unknown
  readonly migrations?: Migrations
}

/** The handlers by area and call, and the migrations of all areas. */
export interface LoadedAreas {
  readonly handlers: Readonly<Record<string, Readonly<Record<string, Handler>>>>
  readonly migrations: Migrations
}

/**
 * Loads what does the work of each area: `hot.ts` for the area `hot`. No list is kept here; the contract's is enough.
 * @throws Error when an area of the contract has no file, or its file does not export it
 */
export async function loadAreas(): Promise<LoadedAreas> {
  const handlers: Record<string, Readonly<Record<string, Handler>>> = {}
  const migrations: Record<string, Migrations[string]> = {}
  const names = Object.keys(areas) as AreaName[]
  for (const { name, module } of await Promise.all(names.map(loadArea))) {
    if (!module[name]) throw new Error(`server/areas/${name}.ts 没有导出 ${name}`)
    handlers[name] = module[name] as Readonly<Record<string, Handler>>
    Object.assign(migrations, module.migrations)
  }
  return { handlers, migrations }
}

async function loadArea(name: AreaName): Promise<{ name: AreaName; module: AreaModule }> {
  return { name, module: (await import(`./areas/${name}.ts`)) as AreaModule }
}
