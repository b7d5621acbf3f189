import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { chunksOf } from '../../core/chunks.ts'
import type { ConfigColumn, ConfigDict, ConfigFile, ConfigMenu, ConfigRole } from '../../core/domain/config-file.ts'
import { configFormat } from '../../core/domain/config-file.ts'
import { settings } from '../../core/domain/settings.ts'
import { adminRole } from '../access/rights.ts'
import { breather } from '../breather.ts'
import type { Schema } from '../db/tables.ts'
import { storedSettings } from '../settings.ts'

interface Node {
  readonly id: number
  readonly parentId: number
}

/** The names from the top down to each row; a row whose parent is gone stands at the top. */
export function pathsOf<R extends Node>(rows: readonly R[], nameOf: (row: R) => string): Map<number, string[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const paths = new Map<number, string[]>()
  const pathTo = (row: R): string[] => {
    const known = paths.get(row.id)
    if (known) return known
    const parent = byId.get(row.parentId)
    const made = [...(parent ? pathTo(parent) : []), nameOf(row)]
    paths.set(row.id, made)
    return made
  }
  for (const row of rows) pathTo(row)
  return paths
}

/** Parents before their children, siblings in their order: two exports of the same configuration are the same text. */
const inOrder = <R extends Node & { readonly sort: number }>(rows: readonly R[]): R[] => {
  const depths = pathsOf(rows, () => '')
  const depth = ({ id }: R) => depths.get(id)?.length ?? 0
  return [...rows].sort((a, b) => depth(a) - depth(b) || a.parentId - b.parentId || a.sort - b.sort || a.id - b.id)
}

/** A dictionary may have tens of thousands of entries: between some of them others are served. */
const readAtOnce = 1000

const each = {
  column: (db: Kysely<Schema>) => db.selectFrom('column').selectAll().execute(),
  dict: async (db: Kysely<Schema>) => {
    const all: Selectable<Schema['dict']>[] = []
    const breathe = breather()
    for (let after = 0; ; ) {
      await breathe()
      const some = db.selectFrom('dict').selectAll().where('id', '>', after).orderBy('id').limit(readAtOnce)
      const found = await some.execute()
      all.push(...found)
      if (found.length < readAtOnce) return all
      after = (found.at(-1) as (typeof found)[number]).id
    }
  },
  menu: (db: Kysely<Schema>) => db.selectFrom('resource').selectAll().execute(),
  role: (db: Kysely<Schema>) => db.selectFrom('role').selectAll().orderBy('id').execute(),
  model: (db: Kysely<Schema>) => db.selectFrom('contentModel').select(['id', 'cmTableName']).execute(),
}
type Rows = { readonly [K in keyof typeof each]: Awaited<ReturnType<(typeof each)[K]>> }

/** What columns are related to, by their paths. */
const relatedTo = (relation: string | null, paths: ReadonlyMap<number, string[]>) =>
  (relation ?? '').split(',').flatMap((id) => (paths.has(Number(id)) ? [paths.get(Number(id)) ?? []] : []))

const columnsFrom = ({ column, model }: Rows, paths: ReadonlyMap<number, string[]>): ConfigColumn[] => {
  const models = new Map(model.map(({ id, cmTableName }) => [id, cmTableName]))
  return inOrder(column).map((row) => ({
    path: paths.get(row.id) ?? [],
    type: row.type as ConfigColumn['type'],
    folder: row.path,
    keywords: row.keywords,
    description: row.description,
    link: row.diyUrl,
    articleTemplate: row.articleTemplate,
    listTemplate: row.listTemplate,
    contentModel: models.get(row.contentModelId ?? 0) ?? null,
    image: row.image,
    inNav: (row.inNav ?? 1) as ConfigColumn['inNav'],
    threeReviews: (row.threeReviews ?? 0) as ConfigColumn['threeReviews'],
    sort: row.sort,
    related: relatedTo(row.relation, paths),
  }))
}

const dictsFrom = async ({ dict }: Rows): Promise<ConfigDict[]> => {
  const owners = new Map(dict.map(({ id, dictKey }) => [id, dictKey]))
  const told: ConfigDict[] = []
  const breathe = breather()
  for (const { parentId, dictKey, key, name, value, state, sort } of inOrder(dict)) {
    await breathe()
    told.push({
      ...(parentId === 0
        ? { dictKey: dictKey ?? name }
        : { dictKey: owners.get(parentId) ?? String(parentId), key: key ?? name }),
      ...{ name, ...(parentId !== 0 && { value }), state: state as ConfigDict['state'], sort },
    })
  }
  return told
}

const menusFrom = ({ menu }: Rows): ConfigMenu[] => {
  const aliases = new Map(menu.map(({ id, alias }) => [id, alias]))
  // rights come with the calls that they open
  return inOrder(menu.filter(({ type }) => type !== 'Button')).map((row) => ({
    ...{ alias: row.alias, parent: aliases.get(row.parentId) ?? null, type: row.type as ConfigMenu['type'] },
    ...{ name: row.name, url: row.url, icon: row.icon, dingAppKey: row.dingAppKey },
    enabled: row.enabled as ConfigMenu['enabled'],
  }))
}

/** Who has which keys, and which columns. */
async function rolesFrom(db: Kysely<Schema>, { role, menu }: Rows, paths: ReadonlyMap<number, string[]>) {
  const aliases = new Map(menu.map(({ id, alias }) => [id, alias]))
  const held = Map.groupBy(await db.selectFrom('roleResource').selectAll().execute(), ({ roleId }) => roleId)
  const open = Map.groupBy(await db.selectFrom('columnRole').selectAll().execute(), ({ roleId }) => roleId)
  const columnsOf = (roleId: number) => {
    const ids = (open.get(roleId) ?? []).map(({ columnId }) => columnId)
    return ids.includes(0) ? ('all' as const) : ids.flatMap((id) => (paths.has(id) ? [paths.get(id) ?? []] : [])).sort()
  }
  return role.map(({ id, ...row }): ConfigRole => {
    const all = row.alias === adminRole
    return {
      ...{ alias: row.alias || null, name: row.name, description: row.description, enabled: row.enabled as 0 | 1 },
      ...{ factor: row.factor as 0 | 1, nets: row.nets, dataScope: row.dataScope as ConfigRole['dataScope'] },
      dingAppKey: row.dingAppKey,
      keys: all ? 'all' : (held.get(id) ?? []).flatMap(({ resourceId }) => aliases.get(resourceId) ?? []).sort(),
      columns: all ? 'all' : columnsOf(id),
    }
  })
}

/** The configuration as it stands, with nothing of people and nothing secret. */
export async function readConfig(db: Kysely<Schema>): Promise<Required<ConfigFile>> {
  const stored = await storedSettings(db)
  const rows: Rows = {
    column: await each.column(db),
    dict: await each.dict(db),
    menu: await each.menu(db),
    role: await each.role(db),
    model: await each.model(db),
  }
  const paths = pathsOf(rows.column, ({ title }) => title)
  return {
    format: configFormat,
    columns: columnsFrom(rows, paths),
    dicts: await dictsFrom(rows),
    menus: menusFrom(rows),
    roles: await rolesFrom(db, rows, paths),
    settings: Object.fromEntries(
      [...stored].filter(([name]) => Object.hasOwn(settings, name)).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }
}

/** Two configurations have the same print only when they are the same. */
export async function printOf({ dicts = [], ...config }: ConfigFile): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(config))
  const breathe = breather()
  for (const some of chunksOf(dicts, readAtOnce)) {
    await breathe()
    hash.update(JSON.stringify(some))
  }
  return hash.digest('base64url')
}
