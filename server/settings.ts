import type { Kysely } from 'kysely'
import type { Schema } from './db/tables.ts'

/** The site's settings with their defaults; a row in table `setting` overrides one. */
export const settingDefaults = {
  /** 两人审核: who accepted an article may not approve it. */
  'audit.twoPeople': '0',
  /** 图片最长边（像素）: a larger picture is made smaller when it is uploaded. */
  'upload.longestSide': '1920',
} as const

/** Reads a setting. */
export async function setting(db: Kysely<Schema>, name: keyof typeof settingDefaults): Promise<string> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? settingDefaults[name]
}
