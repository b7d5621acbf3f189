import {
  type ConfigFile,
  type ConfigMenu,
  type ConfigPart,
  type ConfigThing,
  configIdentity,
  configKey,
  configPartNames,
} from './config-file.ts'
import { defaultOf, isSetting } from './settings.ts'

/** What makes the configuration of an installation that of a file. */
export interface ConfigChange {
  readonly part: ConfigPart
  /** What people call the thing: 「政协要闻/会议」. */
  readonly name: string
  readonly kind: 'add' | 'change' | 'order' | 'remove'
  /** The fields that differ; of what is added or removed all that say anything. */
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  /** Who it is and what differs. */
  readonly thing: ConfigThing
}

export const thingsOf = (file: ConfigFile, part: ConfigPart): readonly ConfigThing[] =>
  part === 'settings'
    ? Object.entries(file.settings ?? {}).map(([name, value]) => ({ name, value }))
    : ((file[part] ?? []) as readonly ConfigThing[])

const spelled = (value: unknown) => JSON.stringify(value ?? null)
const same = (a: unknown, b: unknown) => spelled(a) === spelled(b)

/** Lists of which the order says nothing. */
const unordered = ['keys', 'columns']
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
function without(some: readonly unknown[], others: readonly unknown[]): unknown[] {
  const there = new Set(others.map(spelled))
  return some.filter((one) => !there.has(spelled(one)))
}
/** What is in the one list and not in the other, and the other way round. */
export function setsBetween(before: unknown, after: unknown): { gone: unknown[]; come: unknown[] } {
  const [was, is] = [listOf(before), listOf(after)]
  return { gone: without(was, is), come: without(is, was) }
}
function sameIn(field: string, a: unknown, b: unknown): boolean {
  if (!unordered.includes(field) || !Array.isArray(a) || !Array.isArray(b)) return same(a, b)
  const { gone, come } = setsBetween(a, b)
  return gone.length + come.length === 0
}

/** What is not written is as it was. */
function fieldsBetween(part: ConfigPart, before: ConfigThing, after: ConfigThing): ConfigChange['fields'] {
  const known = configIdentity[part]
  return Object.keys(after)
    .filter((field) => after[field] !== undefined && !sameIn(field, before[field], after[field]))
    .filter((field) => !known.includes(field) || (part === 'roles' && Object.keys(before).length > 0))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
}

const some = (thing: ConfigThing, fields: readonly string[]): ConfigThing =>
  Object.fromEntries(fields.filter((field) => thing[field] !== undefined).map((field) => [field, thing[field]]))

/** Names that stand twice in a part: of two that are called alike nobody can tell which is meant. */
export function configTwins(file: ConfigFile): { part: ConfigPart; name: string }[] {
  return configPartNames.flatMap((part) => {
    const groups = Map.groupBy(thingsOf(file, part), (thing) => configKey(part, thing))
    return [...groups].filter(([, things]) => things.length > 1).map(([name]) => ({ part, name }))
  })
}

/** Where the menus of one parent stand in another order than the file lists them. */
function orderChanges(now: readonly ConfigMenu[], wanted: readonly ConfigMenu[]): ConfigChange[] {
  const parentNow = new Map(now.map(({ alias, parent = null }) => [alias, parent]))
  const parentOf = ({ alias, parent = parentNow.get(alias) ?? null }: ConfigMenu) => parent
  const groups = Map.groupBy(wanted, parentOf)
  return [...groups].flatMap(([parent, menus]): ConfigChange[] => {
    const after = menus.map(({ alias }) => alias)
    const given = new Set(after)
    const before = now
      .filter((one) => (one.parent ?? null) === parent && given.has(one.alias))
      .map(({ alias }) => alias)
    const there = new Set(before)
    const left = [...before, ...after.filter((alias) => !there.has(alias))]
    if (same(left, after)) return []
    const name = parent ?? '最上级'
    return [
      {
        ...{ part: 'menus', name, kind: 'order', thing: { parent, menus: after } },
        fields: [{ field: 'menus', before, after }],
      },
    ]
  })
}

/** A setting that nobody has set has its usual value. */
const usualFor = ({ settings: given = {} }: ConfigFile): [string, ConfigThing][] =>
  Object.keys(given).flatMap((name) => (isSetting(name) ? [[name, { name, value: defaultOf(name) }]] : []))

function changesOf(part: ConfigPart, now: ConfigFile, wanted: ConfigFile, prune: boolean): ConfigChange[] {
  if (wanted[part] === undefined) return []
  const there = new Map(thingsOf(now, part).map((thing) => [configKey(part, thing), thing]))
  if (part === 'settings') for (const [name, thing] of usualFor(wanted)) if (!there.has(name)) there.set(name, thing)
  const named = thingsOf(wanted, part).map((thing) => [configKey(part, thing), thing] as const)
  const given = new Set(named.map(([name]) => name))
  const changed = named.flatMap(([name, thing]): ConfigChange[] => {
    const before = there.get(name)
    const fields = fieldsBetween(part, before ?? {}, thing)
    if (before && fields.length === 0) return []
    if (!before) return [{ part, name, kind: 'add', fields, thing }]
    const told = [...configIdentity[part], ...fields.map(({ field }) => field)]
    return [{ part, name, kind: 'change', fields, thing: some(thing, told) }]
  })
  const gone = prune ? [...there].filter(([name]) => !given.has(name)).reverse() : []
  return [
    ...changed,
    ...(part === 'menus' ? orderChanges(now.menus ?? [], wanted.menus ?? []) : []),
    ...gone.map(
      ([name, thing]): ConfigChange => ({
        ...{ part, name, kind: 'remove', thing: some(thing, configIdentity[part]) },
        fields: Object.entries(thing).flatMap(([field, before]) =>
          same(before, null) || configIdentity[part].includes(field) ? [] : [{ field, before, after: null }],
        ),
      }),
    ),
  ]
}

/**
 * What would have to be done so that what is becomes what a file says, parents before their children; what is removed, from the leaves up.
 * @param prune what the file does not name goes, of the parts that it has; else it stays
 */
export const configDiff = (now: ConfigFile, wanted: ConfigFile, prune = false): ConfigChange[] =>
  configPartNames.flatMap((part) => changesOf(part, now, wanted, prune))

/** What `config.apply` is sent of the changes. */
export function configPayload(changes: readonly ConfigChange[]) {
  const of = (part: ConfigPart) =>
    changes
      .filter((one) => one.part === part && (one.kind === 'add' || one.kind === 'change'))
      .map(({ thing }) => thing)
  const settings = Object.fromEntries(of('settings').map(({ name, value }) => [String(name), String(value)]))
  return {
    set: { columns: of('columns'), dicts: of('dicts'), menus: of('menus'), roles: of('roles'), settings } as Omit<
      ConfigFile,
      'format'
    >,
    order: changes.flatMap(({ kind, thing }) =>
      kind === 'order' ? [thing as { parent: string | null; menus: string[] }] : [],
    ),
    remove: changes.flatMap(({ kind, part, name }) => (kind === 'remove' ? [{ part, name }] : [])),
  }
}
