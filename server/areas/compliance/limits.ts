import type { Kysely } from 'kysely'
import { defaultOf, type SettingName, settings } from '../../../core/domain/settings.ts'
import type { Schema } from '../../db/tables.ts'
import { storedSettings } from '../../settings.ts'
import { foldersIn } from '../../site/site-file.ts'

export type ComplianceSetting = Extract<SettingName, `compliance.${string}`>
/** The settings that are numbers. */
export type Limit = {
  [N in ComplianceSetting]: (typeof settings)[N]['kind'] extends 'whole' ? N : never
}[ComplianceSetting]
/** The settings that name columns. */
export type Folders = Extract<ComplianceSetting, `compliance.${string}Columns`>

/** The limits as somebody has set them, read at once. */
export interface Limits {
  readonly text: (name: ComplianceSetting) => string
  readonly of: (name: Limit) => number
  /** 「14 天」 */
  readonly says: (name: Limit) => string
  readonly folders: (name: Folders) => readonly string[]
}

export async function limitsNow(db: Kysely<Schema>): Promise<Limits> {
  const stored = await storedSettings(db)
  const text = (name: ComplianceSetting) => stored.get(name) ?? defaultOf(name)
  const of = (name: Limit) => Number(text(name))
  return {
    ...{ text, of, says: (name) => `${of(name)} ${settings[name].unit}` },
    folders: (name) => foldersIn(text(name)),
  }
}
