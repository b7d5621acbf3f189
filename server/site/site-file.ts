import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { defaultOf } from '../../core/domain/settings.ts'
import { jsonFault } from '../../core/json-fault.ts'
import type { Db } from '../db/open.ts'
import { columnFolder } from './addresses.ts'
import { loadColumns } from './data.ts'
import { siteFolders } from './folder-settings.ts'
import { baseOf, type SiteSettingName, siteSettingNames } from './settings.ts'

/** What an operator writes beside the database about the site: its name, address and numbers. */
export const siteFile = 'site.json'

const prefix = 'site.'
const names = siteSettingNames
const text = z.string('应为文本').max(500, '最多 500 字')
const form = z.strictObject(
  Object.fromEntries(names.map((name) => [name.slice(prefix.length), text.optional()])),
  '应为 { "名称": "值" }',
)

function read(file: string): Partial<Record<SiteSettingName, string>> {
  const fail = (why: string) => new Error(`${file} 无效：${why}`)
  const written = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  let json: unknown
  try {
    json = JSON.parse(written)
  } catch {
    throw fail(`不是有效的 JSON（${jsonFault(written)}）`)
  }
  const parsed = form.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const keys = names.map((name) => name.slice(prefix.length)).join('、')
    if (issue?.code === 'unrecognized_keys') throw fail(`没有 ${issue.keys.join('、')}，可用：${keys}`)
    throw fail(`${issue?.path.join('.') || '内容'}：${issue?.message}`)
  }
  const given = Object.fromEntries(Object.entries(parsed.data).map(([key, value]) => [prefix + key, value?.trim()]))
  try {
    baseOf(String(given['site.base'] ?? defaultOf('site.base')))
  } catch (error) {
    throw fail((error as Error).message)
  }
  // addresses of pages are put behind it
  if (/[?#]/.test(String(given['site.base'] ?? ''))) throw fail('base：网址中不能有 ? 和 #')
  return given
}

/** The folders that such a setting names. */
export const foldersIn = (value: string): string[] =>
  value
    .split(/[,，]/)
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '')

/** Folders that a setting names and no column has. */
export async function unknownFolders(db: Pick<Db, 'read' | 'dialect'>, value: string): Promise<string[]> {
  const known = new Set((await loadColumns(db)).map(columnFolder))
  return foldersIn(value).filter((folder) => !known.has(folder))
}

/** What the file names and nothing on the front page would tell. */
async function unknownIn(db: Db, given: Partial<Record<SiteSettingName, string>>): Promise<string[]> {
  const found = await Promise.all(
    siteFolders.map(async (name) =>
      (await unknownFolders(db, String(given[name] ?? ''))).map(
        (folder) => `${name.slice(prefix.length)}：没有目录名为 ${folder} 的栏目，不起作用`,
      ),
    ),
  )
  return found.flat()
}

/** Counts in table `counter`, once the file has been taken over. */
const taken = 'siteFile'

/**
 * Takes over what the file says of the site, once: from then on it is set in the console or by `xzx setting`, and a file that is still
 * there is named as no longer read. Where something changed, every page is due.
 * @param tell what is right in itself and yet shows nothing
 * @throws Error naming file and key
 */
export async function applySiteFile(db: Db, file: string, now: number, tell: (line: string) => void): Promise<void> {
  if (!existsSync(file)) return
  const done = await db.read.selectFrom('counter').select('value').where('name', '=', taken).executeTakeFirst()
  if (done) return tell(`注意：${file} 已不再读取，请在「站点设置」中或用 xzx setting set 修改；可以删除这个文件`)
  const settings = read(file)
  const given = Object.entries(settings) as [string, string][]
  await db.transaction(async (trx) => {
    const stored = new Map((await trx.selectFrom('setting').selectAll().execute()).map((row) => [row.name, row.value]))
    const changed = given.filter(([name, value]) => stored.get(name) !== value)
    for (const [name, value] of changed) {
      await trx.deleteFrom('setting').where('name', '=', name).execute()
      await trx.insertInto('setting').values({ name, value }).execute()
    }
    await trx.insertInto('counter').values({ name: taken, value: 1 }).execute()
    if (changed.length > 0) await trx.insertInto('touched').values({ articleId: 0, columnId: 0, at: now }).execute()
  })
  tell(`${file} 的内容已写入站点设置，以后不再读取`)
  for (const line of await unknownIn(db, settings)) tell(`注意：${file} 的 ${line}`)
}
