import {
  type ConfigFile,
  type ConfigMenu,
  type ConfigPart,
  type ConfigThing,
  configBy,
  configIdentity,
  configKey,
  configPartNames,
  configSays,
} from './config-file.ts'
import { defaultOf, isSetting, placeSettings } from './settings.ts'

/** What makes the configuration of an installation that of a file. */
export interface ConfigChange {
  readonly part: ConfigPart
  /** What people call the thing: 「政协要闻/会议」; no two things are called alike. */
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

/** Several things of one key, of which nobody can tell which is meant. */
export interface ConfigTwins {
  readonly part: ConfigPart
  readonly name: string
  /** How many there are, and how many the file has. */
  readonly there: number
  readonly given: number
}

const grouped = (file: ConfigFile, part: ConfigPart) =>
  Map.groupBy(thingsOf(file, part), (thing) => configKey(part, thing))

/** As many as there are, none of which the file would change: an older version took such, and an export of them changes nothing. */
const untouched = (part: ConfigPart, there: readonly ConfigThing[], given: readonly ConfigThing[]) =>
  there.length === given.length && given.every((thing, i) => fieldsBetween(part, there[i] ?? {}, thing).length === 0)

/** What cannot be told apart in what is or in the file, and is to be changed. @param prune as in `configDiff` */
export function configTwins(now: ConfigFile, wanted: ConfigFile, prune = false): ConfigTwins[] {
  return configPartNames.flatMap((part) => {
    if (wanted[part] === undefined) return []
    const [is, wish] = [grouped(now, part), grouped(wanted, part)]
    const keys = prune ? new Set([...wish.keys(), ...is.keys()]) : wish.keys()
    return [...keys].flatMap((key): ConfigTwins[] => {
      const [there, given] = [is.get(key) ?? [], wish.get(key) ?? []]
      const one = given[0] ?? there[0]
      if (!one || (there.length < 2 && given.length < 2) || untouched(part, there, given)) return []
      return [{ part, name: configSays(part, one), there: there.length, given: given.length }]
    })
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
const usualFor = ({ settings: given = {} }: ConfigFile): ConfigThing[] =>
  Object.keys(given).flatMap((name) => (isSetting(name) ? [{ name, value: defaultOf(name) }] : []))

function changesOf(part: ConfigPart, now: ConfigFile, wanted: ConfigFile, prune: boolean): ConfigChange[] {
  if (wanted[part] === undefined) return []
  const there = new Map(thingsOf(now, part).map((thing) => [configKey(part, thing), thing]))
  if (part === 'settings')
    for (const thing of usualFor(wanted)) {
      const key = configKey(part, thing)
      if (!there.has(key)) there.set(key, thing)
    }
  const given = grouped(wanted, part)
  // of several that are called alike none is changed (`configTwins`)
  const named = [...given].flatMap(([key, things]) =>
    things.length === 1 ? things.map((one) => [key, one] as const) : [],
  )
  const changed = named.flatMap(([key, thing]): ConfigChange[] => {
    const name = configSays(part, thing)
    const before = there.get(key)
    const fields = fieldsBetween(part, before ?? {}, thing)
    if (before && fields.length === 0) return []
    if (!before) return [{ part, name, kind: 'add', fields, thing }]
    const told = [...configIdentity[part], ...fields.map(({ field }) => field)]
    return [{ part, name, kind: 'change', fields, thing: some(thing, told) }]
  })
  // what no file of another installation has is not taken away for that
  const ofPlace = (thing: ConfigThing) => part === 'settings' && placeSettings.some((name) => name === thing.name)
  const gone = prune ? [...there].filter(([key, thing]) => !given.has(key) && !ofPlace(thing)).reverse() : []
  return [
    ...changed,
    ...(part === 'menus' ? orderChanges(now.menus ?? [], wanted.menus ?? []) : []),
    ...gone.map(
      ([, thing]): ConfigChange => ({
        ...{ part, name: configSays(part, thing), kind: 'remove', thing: some(thing, configIdentity[part]) },
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
    remove: changes.flatMap(({ kind, part, thing }) =>
      kind === 'remove' ? [{ part, by: configBy(part, thing) }] : [],
    ),
  }
}
