import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { loadAreas } from '../areas.ts'
import { DataFault, isThere, unfinishedRestore } from '../data.ts'
import { goneSteps, migrate, numberedSince, signedSince, unknownAmong } from '../db/migrations.ts'
import { isSqlite } from '../db/near.ts'
import { holdRestore, oneStarter } from '../db/one-starter.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/tables.ts'
import { closeFolder, forOwnerOnly, makeFolder } from '../folder/closed.ts'
import { isLockFile, isRestoring } from '../folder/locks.ts'
import { recordSetBack } from '../log-accept.ts'
import { anchorFile, noteAnchor, readAnchors, wantingArchives } from '../log-anchor.ts'
import { archiveFolder } from '../log-archive/file.ts'
import { type Wanting, wantingSays } from '../log-archive/wanting.ts'
import { checkLog } from '../log-check.ts'
import { refuseUndone } from '../log-undone.ts'
import { type Key, openSecret, type Secret, secretFrom } from '../secret.ts'
import { filesBelow } from '../site/write.ts'
import { keepings } from './database.ts'
import { flush, keeper, newFile, otherBackup, readStored } from './files.ts'
import { type Identities, sumsFile } from './keys.ts'
import { removeUnfinished } from './leftovers.ts'
import { headFits, wantingIn } from './look.ts'
import { lostIn, lostOf } from './lost-files.ts'
import {
  asFault,
  checkManifest,
  encryptedManifest,
  keyName,
  type Manifest,
  manifestFile,
  type Source,
  type Watch,
} from './manifest.ts'
import { type Opened, openBackup } from './read.ts'
import { refuseFull } from './room.ts'

interface Options extends Source, Watch {
  /** The backup's folder. */
  readonly from: string
  readonly now: number
  /** Script tokens stay good; also those that were revoked after the backup. */
  readonly keepTokens?: boolean
  /** A backup without a signature is taken too: older versions made none. */
  readonly unsigned?: boolean
  /** The private keys by which an encrypted backup is opened. */
  readonly identities?: Identities | undefined
}

/** Compares every file with the manifest while it is read. @param into where a file is put; none: it is only looked at */
async function readFiles(options: Options, { manifest, decrypt }: Opened, into: (path: string) => string | undefined) {
  const total = manifest.files.reduce((sum, { size }) => sum + size, 0)
  let read = 0
  for (const entry of manifest.files) {
    const to = into(entry.path)
    await readStored(options.from, entry, decrypt, to === undefined ? undefined : newFile(to), options, (bytes) => {
      read += bytes
      options.progress?.(read, total)
    })
  }
}

/** More than any key has. */
const keyMax = 64 * 1024

/** The key that goes with a backup: the one that is kept apart, or its own. */
async function keyFor(options: Options, { manifest, decrypt }: Opened): Promise<Secret> {
  const { from, keyFile } = options
  if (keyFile) {
    if (isThere(keyFile)) return openSecret(keyFile)
    throw new DataFault(`没有找到密钥文件：${keyFile}`, '用 XZX_KEY_FILE 指定备份时所用的密钥文件')
  }
  const entry = manifest.files.find(({ path }) => path === keyName)
  if (!entry || entry.size > keyMax)
    throw new DataFault('备份中没有密钥：备份时它在别处', '用 XZX_KEY_FILE 指定备份时所用的密钥文件')
  const kept = keeper()
  await readStored(from, entry, decrypt, kept.into, options)
  return secretFrom(kept.bytes().toString(), join(from, entry.stored.path))
}

/** The keys that go with a backup; its manifest is signed under one of them. */
async function secretFor(options: Options, opened: Opened): Promise<Secret> {
  const secret = await keyFor(options, opened)
  checkManifest(secret.backup, opened.manifest, options.unsigned ?? false)
  return secret
}

/** Refuses content that this xzx does not know. */
async function refuseNewer(gone: readonly string[]): Promise<void> {
  const [unknown] = unknownAmong(gone, (await loadAreas()).migrations)
  if (unknown !== undefined)
    throw new DataFault(`备份来自更新版本的 xzx（${unknown}），无法恢复，没有作任何修改`, '请先升级 xzx')
}

const brokenLog = '备份中的操作日志不完整，或密钥不是当时的'

/**
 * Refuses content that this xzx does not know, and a log that was tampered with.
 * @param from the folder in which the anchors and the archived log are
 * @returns what of that is missing
 */
async function checkContent(db: Kysely<Schema>, from: string, key: Key): Promise<string | null> {
  const gone = await goneSteps(db)
  await refuseNewer(gone)
  await refuseUndone(db, key, from)
  const unsigned = !gone.includes(signedSince)
  const log = await checkLog(db, key, (await readAnchors(from, key)).anchors, { unsigned })
  if (!log.whole) throw new DataFault(`${brokenLog}：${log.says}`, otherBackup)
  return said(await wantingArchives(db, key, from))
}

async function* none(): AsyncGenerator<never> {}

/** The same of a dump, as far as that can be seen before it is put back: a log of another key is not. */
async function checkDump(
  rows: Parameters<typeof headFits>[0],
  gone: readonly string[],
  from: string,
  key: Key,
): Promise<string | null> {
  if (!gone.includes(numberedSince)) return null
  if (!(await headFits(rows, key))) throw new DataFault(`${brokenLog}：日志末尾的签名不符`, otherBackup)
  return said(await wantingIn(rows, key, from))
}

/** Files that came to lie in a backup's folder afterwards: no restore takes them. Paths below the folder. */
export function foreignIn(from: string, { files, encryptedTo }: Manifest): string[] {
  const about = encryptedTo.length > 0 ? [manifestFile, encryptedManifest, sumsFile] : [manifestFile]
  const own = new Set([...about, ...files.map(({ stored }) => stored.path)])
  return filesBelow(from).filter((path) => !own.has(path))
}

const unfinishedLook = /^xzx-check-(\d+)-/

/** What came of looking at a backup, or of putting it back. */
export interface Looked {
  readonly manifest: Manifest
  /** What of the archived log is not in it, or not as it was; null: nothing. */
  readonly wanting: string | null
  /** Which of its files are not in it; null: none. */
  readonly lost: string | null
}

const said = (wanting: readonly Wanting[]) => (wanting.length === 0 ? null : wantingSays(wanting))

/** Which files the copy of a database knows that the backup has not. */
async function lostFromCopy({ signal }: Options, { database, files }: Manifest, copy: string): Promise<string | null> {
  const paths = new Set(files.map(({ path }) => path))
  const has = (path: string) => paths.has(path)
  const { check, rowsIn } = keepings[database]
  const db = await check(copy)
  if (db) return lostIn(db, has).finally(() => db.destroy())
  return lostOf(async (table, column) => {
    const names: string[] = []
    for await (const row of rowsIn?.(copy, table, signal) ?? none()) names.push(row[column] ?? '')
    return names
  }, has)
}

/** Looks whether a backup is whole. @param more is shown the copy of the database @throws DataFault saying what is wrong with it */
async function lookThrough(options: Options, opened: Opened, more: (copy: string) => Promise<void>): Promise<Looked> {
  const { log } = await secretFor(options, opened)
  const { check, file, rowsIn, steps } = keepings[opened.manifest.database]
  const wanted = (path: string) => path === file || path === anchorFile || path.startsWith(`${archiveFolder}/`)
  const room = opened.manifest.files.reduce((sum, { path, size }) => sum + (wanted(path) ? size : 0), 0)
  await refuseFull(tmpdir(), room, '核对时那里要放一份数据库的副本；用 TMPDIR=目录 换到有空间的磁盘')
  // those of other users are theirs
  await removeUnfinished(tmpdir(), unfinishedLook).catch(() => undefined)
  const aside = await mkdtemp(join(tmpdir(), `xzx-check-${process.pid}-`))
  try {
    await readFiles(options, opened, (path) => (wanted(path) ? join(aside, path) : undefined))
    const copy = join(aside, file)
    const db = await check(copy)
    const rows = (table: string) => rowsIn?.(copy, table, options.signal) ?? none()
    const wanting = db
      ? await checkContent(db, aside, log).finally(() => db.destroy())
      : await checkDump(rows, await steps(copy, options.signal), aside, log)
    await more(copy)
    return { manifest: opened.manifest, wanting, lost: await lostFromCopy(options, opened.manifest, copy) }
  } catch (error) {
    throw asFault(error, tmpdir())
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Looks whether a backup is whole. @throws DataFault saying what is wrong with it */
export async function checkBackup(given: Options): Promise<Looked> {
  const options = { ...given, from: resolve(given.from) }
  const opened = await openBackup(options.from, options.identities, options.signal)
  return lookThrough(options, opened, async () => undefined)
}

/** Refuses a place to which the backup cannot be put back, before anything is written. */
async function refusePlace(options: Options, { database, files }: Manifest): Promise<void> {
  const { data, databaseUrl } = options
  if ((database === 'postgres') !== (databaseUrl !== undefined))
    throw new DataFault(
      databaseUrl ? '这是内置数据库的备份，不能恢复到 PostgreSQL' : '这是 PostgreSQL 的备份',
      databaseUrl ? '去掉 DATABASE_URL 后再试' : '用 DATABASE_URL 指定一个空数据库',
    )
  refuseTaken(data)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  await refuseFull(data, size, '腾出空间，或用 --data 换到另一块磁盘')
  await keepings[database].refuseTaken(options)
}

/** Looks whether a backup could be put back into its place; changes nothing. @throws DataFault as `restoreBackup` would */
export async function checkRestore(given: Options): Promise<Looked> {
  const options = { ...given, from: resolve(given.from), data: resolve(given.data) }
  const opened = await openBackup(options.from, options.identities, options.signal)
  await refusePlace(options, opened.manifest)
  const { steps } = keepings[opened.manifest.database]
  return lookThrough(options, opened, async (copy) => refuseNewer(await steps(copy, options.signal)))
}

/** What lies in a folder, but for what keeps two from starting in it at once. */
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !isLockFile(name))

const otherRuns = (data: string, parts: readonly string[]) =>
  new DataFault(`另一个恢复正在写入 ${data}（${parts.join('、')}），没有作任何修改`, '等它结束，或用 --data 另指定目录')

/** What a restore that was killed left behind alone is taken away by the next one. */
function refuseTaken(data: string): void {
  const names = namesIn(data)
  const parts = names.filter((name) => unfinishedRestore.test(name))
  if (parts.length > 0 && isRestoring(data)) throw otherRuns(data, parts)
  if (names.length === parts.length) return
  const left = parts.length > 0 ? `；其中 ${parts.join('、')} 是中断的恢复留下的，其余的也可能是` : ''
  throw new DataFault(`目录 ${data} 不是空的，没有作任何修改${left}`, '请先移走其中的内容，或用 --data 另指定目录')
}

/**
 * Those who were signed in then are not any more, and the tokens of scripts end: a backup does not know which of them was revoked later.
 * @returns how many tokens of scripts ended
 */
/** What a session's number stood for after the backup was made stands for no other one: passes are known by it (server/access/pass.ts). */
async function passOverNumbers(write: Db['write']): Promise<void> {
  const more = 1_000_000
  if (isSqlite(write)) await sql`update sqlite_sequence set seq = seq + ${more} where name = 'session'`.execute(write)
  else
    await sql`select setval(pg_get_serial_sequence('session', 'id'), (select last_value + ${sql.lit(more)} from pg_sequences where schemaname = current_schema() and sequencename = 'session_id_seq'))`.execute(
      write,
    )
}

async function endSessions(db: Db, keepTokens: boolean): Promise<number> {
  const { write } = db
  await write.deleteFrom('session').where('kind', 'in', ['person', 'visitor', 'partner']).execute()
  await passOverNumbers(write)
  await write.deleteFrom('captcha').execute()
  await write.deleteFrom('phoneCode').execute()
  // a sign-in that was half done then
  await write.deleteFrom('signInStep').execute()
  if (keepTokens) return 0
  // whose secret was renewed or taken away since is not known
  await write.updateTable('partner').set({ state: 1 }).where('state', '=', 0).execute()
  return (await write.deleteFrom('session').where('kind', '=', 'script').returning('id').execute()).length
}

/**
 * Takes an empty folder for this restore: of two at once, or of this one and a server that starts, one finds the other.
 * @returns where its files are until all of them are whole, and how to let go of the folder
 */
const takeFolder = (data: string): Promise<{ temporary: string; release: () => void }> =>
  oneStarter(data, async () => {
    refuseTaken(data)
    const release = holdRestore(data)
    const name = `.restore.${process.pid}.part`
    if (release === null) throw otherRuns(data, [name])
    try {
      // whatever numbers they bear: who holds the folder is alone in it
      for (const left of namesIn(data).filter((one) => unfinishedRestore.test(one)))
        await rm(join(data, left), { recursive: true })
      mkdirSync(join(data, name), { mode: 0o700 })
      return { temporary: join(data, name), release }
    } catch (error) {
      release()
      throw error
    }
  })

/** So many are named. */
const namedMost = 5

/** Whoever came into the folder meanwhile keeps what is theirs. */
function refuseJoined({ data, databaseUrl }: Options, temporary: string): void {
  const others = namesIn(data).filter((name) => join(data, name) !== temporary)
  if (others.length === 0) return
  const named = `${others.slice(0, namedMost).join('、')}${others.length > namedMost ? ' 等' : ''}`
  throw new DataFault(
    `恢复时 ${data} 中出现了别的内容（${named}），它们没有改动，恢复没有完成`,
    `查明是哪个程序在用这个目录，恢复到另一个空目录（--data）${databaseUrl ? '和另一个空数据库（DATABASE_URL）' : ''}`,
  )
}

/** Gives everything its name, the database last: without it there is nothing to serve yet. */
async function putInPlace(options: Options, temporary: string, last: string): Promise<void> {
  const { data, signal } = options
  const names = readdirSync(temporary).sort((a, b) => Number(a === last) - Number(b === last))
  for (const name of names) await flush(join(temporary, name))
  const placed: string[] = []
  await oneStarter(data, async () => {
    refuseJoined(options, temporary)
    // what is asked to stop behind this is done sooner than undone
    signal.throwIfAborted()
    try {
      for (const name of names) {
        await rename(join(temporary, name), join(data, name))
        placed.push(join(data, name))
      }
      await rmdir(temporary)
      await flush(data)
    } catch (error) {
      for (const path of placed) await rm(path, { recursive: true, force: true })
      throw error
    }
  })
}

/** Takes away the folders that were made, as far as nobody has put anything into them. @param uppermost of those that were made */
async function removeMade(folder: string, uppermost: string): Promise<void> {
  if (namesIn(folder).length > 0) return
  for (const name of readdirSync(folder)) await rm(join(folder, name), { force: true })
  for (let at = folder; ; at = dirname(at)) {
    await rmdir(at)
    if (at === uppermost) return
  }
}

/**
 * Puts a backup into an empty data folder (and an empty PostgreSQL database, where it was made from one). Files get their
 * names when all of them are whole.
 * @throws DataFault where the backup is damaged or the place is taken; nothing was changed then
 */
export async function restoreBackup(given: Options): Promise<Looked> {
  const options = { ...given, from: resolve(given.from), data: resolve(given.data) }
  const { data } = options
  const opened = await openBackup(options.from, options.identities, options.signal)
  await refusePlace(options, opened.manifest)
  const secret = await secretFor(options, opened)
  forOwnerOnly()
  const made = makeFolder(data, 0o700)
  try {
    closeFolder(data)
    const { temporary, release } = await takeFolder(data)
    return await restoreInto(temporary, options, opened, secret)
      .catch(async (error: unknown) => {
        await rm(temporary, { recursive: true, force: true })
        throw error
      })
      .finally(release)
  } catch (error) {
    if (made) await removeMade(data, made).catch(() => undefined)
    throw asFault(error, data)
  }
}

/** @param temporary the folder's own, in which all is made whole */
async function restoreInto(temporary: string, options: Options, opened: Opened, { log }: Secret): Promise<Looked> {
  const { databaseUrl, signal } = options
  const { manifest } = opened
  const { check, load, release, steps, file } = keepings[manifest.database]
  await readFiles(options, opened, (path) => join(temporary, path))
  for (const { path } of manifest.files) await flush(join(temporary, path))
  await (await check(join(temporary, file)))?.destroy()
  // what was put into PostgreSQL stays there, and is refused until all is done
  await refuseNewer(await steps(join(temporary, file), signal))
  signal.throwIfAborted()
  const db = await load(options, temporary, options)
  let wanting: string | null
  let lost: string | null
  try {
    wanting = await checkContent(db.read, temporary, log)
    lost = await lostIn(db.read, (path) => existsSync(join(temporary, path)))
    signal.throwIfAborted()
    await migrate(db.write, db.dialect, log, (await loadAreas()).migrations)
    const tokensEnded = await endSessions(db, options.keepTokens ?? false)
    const { rows } = await db.read.selectFrom('logHead').select('rows').executeTakeFirstOrThrow()
    const after = { reason: '恢复备份', madeAt: manifest.madeAt, tokensEnded }
    await recordSetBack(db, log, { now: options.now, from: rows + 1, after })
    // an older backup has none, and nobody took them away
    await noteAnchor(db.read, log, temporary, options.now)
  } finally {
    await db.close()
  }
  if (databaseUrl) await rm(join(temporary, file))
  await putInPlace(options, temporary, file)
  await release(options)
  return { manifest, wanting, lost }
}
