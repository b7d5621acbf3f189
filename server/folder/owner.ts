import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { uploadsIn } from '../backup/lost-files.ts'
import { isAddress, isBlankFile, isThere } from '../data.ts'
import { isNew, madeAt } from '../db/migrations.ts'
import { openReader } from '../db/open.ts'
import type { Schema } from '../db/tables.ts'
import { isOfOther, wrongKey } from '../key-mark.ts'
import { openSecret, type Secret } from '../secret.ts'
import { areMostAsNoted } from '../site/manifest.ts'
import { publicNames } from './public.ts'
import { anyway, hasPages, isUploadName } from './whose.ts'

/**
 * Whose the pages in a place of their own are: a file among them says it, whose name no page has and no server hands out. It is not removed
 * with the pages, and is moved with them.
 */
const ownerFile = '.xzx-owner'

/**
 * What an installation is known by: its key, and when its database was made. Both go along with a backup, a move and an upgrade, and the
 * second is another one where two services were given one key. Tells nobody anything of the key.
 */
export async function ownerOf(db: Kysely<Schema>, secret: Secret): Promise<string> {
  return secret.mark('site owner', await madeAt(db))
}

/** The mark of a folder of pages; null: it has none. @throws DataFault where this user may not read it */
function markOn(pages: string): string | null {
  const file = join(pages, ownerFile)
  return isThere(file) ? readFileSync(file, 'utf8').trim() || null : null
}

/** Notes whose a folder of pages is. */
export function markPages(pages: string, owner: string): void {
  if (markOn(pages) !== owner) writeFileSync(join(pages, ownerFile), `${owner}\n`, { mode: 0o600 })
}

/** Who asks for a folder of pages. */
interface Asking {
  readonly dataDir: string
  /** Its address, or the embedded one's file. */
  readonly database: string
  readonly keyFile: string
  /** The folder is to be this one's whoever had it. */
  readonly newDatabase: boolean
}

const real = (path: string) => (existsSync(path) ? realpathSync(path) : null)

/** Of before there were marks: whether what lies there is this installation's, by what only that one knows. */
async function isOfBefore(pages: string, dataDir: string, db: Kysely<Schema>, secret: Secret): Promise<boolean> {
  const [pagesName, uploadsName] = publicNames
  const own = join(dataDir, pagesName)
  // the link tells that it was served there, the notes that nobody else has made the pages since
  if (real(own) === pages) return areMostAsNoted(own, secret.seal) !== false
  const uploads = join(dirname(pages), uploadsName)
  return (await uploadsIn(db)).some((name) => isUploadName(name) && existsSync(join(uploads, name)))
}

const goOn = anyway('把它交给这个服务', '原有的上传文件保留，网页重新生成；用过一次即去掉')

/** What to look at, where a folder of pages is not this one's. */
function lookAt(pages: string, dataDir: string): string {
  const link = join(dataDir, publicNames[0])
  const linked = real(link) === pages ? `；数据目录中的链接 ${link} 通向它，不再用它的，删除这个链接` : ''
  return `请核对 --site（XZX_SITE）和 --data，两个服务各用各的网站目录${linked}。${goOn}`
}

const foreignSays = (pages: string, dataDir: string) =>
  `${pages} 是另一个服务的网站目录，没有作任何修改：${lookAt(pages, dataDir)}`
const unknownSays = (pages: string, dataDir: string) =>
  `${pages} 中有原来的网页，看不出是这个服务的，没有作任何修改：${lookAt(pages, dataDir)}`

/** What came of asking for a folder of pages: whose it may be marked as (null: nobody's yet), or why it is not to be had. */
export type Asked = { readonly owner: string | null } | { readonly says: string }

/** Whether a database was begun, so that it has something to be known by. */
const isBegun = async (db: Kysely<Schema>) => !(await isNew(db)) && !Number.isNaN(await madeAt(db))

/**
 * Asks whether a folder of pages is this installation's, or nobody's. Makes nothing.
 * @throws DataFault where the key is another one than the database's, and what a database throws that cannot be read
 */
export async function askFor(pages: string, asking: Asking): Promise<Asked> {
  const { database } = asking
  if (!isAddress(database) && (!existsSync(database) || isBlankFile(database))) return answer(pages, asking, null)
  const { read, close } = await openReader(database)
  try {
    return await answer(pages, asking, (await isBegun(read)) ? read : null)
  } finally {
    await close()
  }
}

/** @param db null: it is yet to be made */
async function answer(pages: string, asking: Asking, db: Kysely<Schema> | null): Promise<Asked> {
  const { dataDir, newDatabase } = asking
  const secret = db && (await secretFor(db, asking.keyFile))
  const owner = db && secret ? await ownerOf(db, secret) : null
  const kept = markOn(pages)
  if (newDatabase || (kept !== null && kept === owner)) return { owner }
  if (kept !== null) return { says: foreignSays(pages, dataDir) }
  if (!hasPages(pages) || (db && secret && (await isOfBefore(pages, dataDir, db, secret)))) return { owner }
  return { says: unknownSays(pages, dataDir) }
}

/** Opens the key of a database. Makes none. */
async function secretFor(db: Kysely<Schema>, keyFile: string): Promise<Secret> {
  if (!existsSync(keyFile)) throw wrongKey(keyFile, true)
  const secret = openSecret(keyFile)
  if (await isOfOther(db, secret)) throw wrongKey(keyFile, false)
  return secret
}
