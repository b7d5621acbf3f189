import type { Kysely } from 'kysely'
import { defaultOf, type SettingName, settingNames, settingOf } from '../core/domain/settings.ts'
import type { Parts } from './context.ts'
import type { Schema } from './db/tables.ts'

/** Reads a setting; one that has no row has its default. */
export async function setting(db: Kysely<Schema>, name: SettingName): Promise<string> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? defaultOf(name)
}

/** All settings that somebody has set. */
export async function storedSettings(db: Kysely<Schema>): Promise<ReadonlyMap<SettingName, string>> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute()
  const known = new Set<string>(settingNames)
  return new Map(rows.flatMap(({ name, value }) => (known.has(name) ? [[name as SettingName, value] as const] : [])))
}

const minute = 60_000

/** What the environment gives in place of a setting, as the setting would be stored. */
const given: Partial<Record<SettingName, (limits: Parts['limits']) => string | undefined>> = {
  'signIn.idleMinutes': ({ idleMs }) => (idleMs === undefined ? undefined : String(idleMs / minute)),
  'signIn.hours': ({ sessionMs }) => (sessionMs === undefined ? undefined : String(sessionMs / 60 / minute)),
  'signIn.noCode': ({ loginNoCode }) => loginNoCode,
}

/** The variable by which the environment gives a setting and what it gives; null where it does not. */
export function fixedBy(name: SettingName, limits: Parts['limits']): { variable: string; value: string } | null {
  const value = given[name]?.(limits)
  const { variable } = settingOf(name)
  return value === undefined || variable === undefined ? null : { variable, value }
}

/** A setting over which the environment stands. */
export async function effective({ db, limits }: Pick<Parts, 'db' | 'limits'>, name: SettingName): Promise<string> {
  return fixedBy(name, limits)?.value ?? setting(db.read, name)
}

/** How long a session lasts that begins now, in milliseconds. */
export async function sessionSpan(parts: Pick<Parts, 'db' | 'limits'>): Promise<{ idleMs: number; lastsMs: number }> {
  return {
    idleMs: Number(await effective(parts, 'signIn.idleMinutes')) * minute,
    lastsMs: Number(await effective(parts, 'signIn.hours')) * 60 * minute,
  }
}
