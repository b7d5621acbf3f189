import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { fileStamp, formatTime } from '../../core/domain/time.ts'
import { databaseFile, databaseOf, isThere, NotThere, otherFolder } from '../data.ts'
import { openReader } from '../db/open.ts'
import { forOwnerOnly, makeFolder } from '../folder/closed.ts'
import { refuseForeign, refuseNewer } from '../here.ts'
import { anchorFile, readAnchors } from '../log-anchor.ts'
import { archiveFolder } from '../log-archive/file.ts'
import { openSecret, type Secret } from '../secret.ts'
import { hiddenName } from '../site/pictures.ts'
import { siteFile } from '../site/site-file.ts'
import { filesBelow } from '../site/write.ts'
import { encrypting } from './age.ts'
import { keepings } from './database.ts'
import { flush, howToStore, storeFile } from './files.ts'
import { shortKey, sumsFile } from './keys.ts'
import { removeUnfinished } from './leftovers.ts'
import { logFault } from './log-fault.ts'
import { findLost, lostFrom } from './lost-files.ts'
import {
  asFault,
  attachmentsName,
  encryptedManifest,
  type FileEntry,
  keyName,
  type Label,
  type Manifest,
  manifestFile,
  type Source,
  signLabel,
  signManifest,
  uploadsName,
  type Watch,
} from './manifest.ts'
import { freeName, type Keep, removeOld, type Thinned, thinned } from './old.ts'
import { refuseReadable } from './place.ts'
import { refuseFull } from './room.ts'

interface Options extends Source, Watch {
  /** Where backups are kept: each gets a folder of its own there. */
  readonly out: string
  /** Which earlier ones stay; none: all. */
  readonly keep?: Keep | undefined
  /** The public keys to which all is encrypted; none: it is not. */
  readonly recipients?: readonly string[] | undefined
  readonly now: number
}

/** A backup that was made. */
export interface Made extends Thinned {
  readonly folder: string
  readonly manifest: Manifest
  /** What it takes on the disk. */
  readonly bytes: number
  /** What it holds, all files together. */
  readonly contentBytes: number
  /** False: the key is kept elsewhere and has to be kept safe there. */
  readonly withKey: boolean
  /** Why it could not be put back, or what of the log or of the files is not in it; then none of before was removed. Null: nothing. */
  readonly fault: string | null
}

const unfinished = /^\.xzx-[\d-]+\.(\d+)\.part$/
/** In the data folder: the copy of a database that is about to be encrypted. */
const unfinishedCopy = /^\.backup\.(\d+)\.part$/

/** Refuses data that are not there, and a place in which no backup may be. */
function refusePlace({ data, out }: Options): void {
  if (!isThere(data)) throw new NotThere(`没有数据目录：${data}`, otherFolder)
  refuseReadable({ data, out })
}

/** All files that are no part of the database, by their paths in the data folder. */
function filesOf({ data, keyFile }: Options): string[] {
  const folders = [uploadsName, hiddenName, attachmentsName, archiveFolder].flatMap((folder) =>
    existsSync(join(data, folder))
      ? filesBelow(join(data, folder)).flatMap((path) => (path.startsWith('.') ? [] : `${folder}/${path}`))
      : [],
  )
  const single = [siteFile, ...(keyFile === undefined ? [keyName] : [])]
  return [...folders, ...single.filter((path) => existsSync(join(data, path)))]
}

/** Puts files into a backup's folder one after the other. An encrypted one has names that tell nothing. */
function storing(folder: string, options: Options, passed: (bytes: number) => void) {
  const { recipients = [] } = options
  const encrypt = recipients.length > 0 ? encrypting(recipients) : undefined
  const files: FileEntry[] = []
  /** @param others paths that are taken: a file of that name might be among them */
  const store = async (path: string, from: string, others?: ReadonlySet<string>) => {
    const wanted = await howToStore(from)
    const how = !encrypt && others?.has(`${path}.zst`) ? 'plain' : wanted
    const name = encrypt ? `files/${files.length + 1}.age` : `${path}${how === 'zstd' ? '.zst' : ''}`
    const { stored, ...content } = await storeFile(from, join(folder, name), { how, encrypt }, options, passed)
    files.push({ path, ...content, stored: { path: name, how, ...stored } })
  }
  return { files, store }
}

/** Without it nothing personal can be read, and the log not be followed. */
const noKey =
  '没有找到密钥文件，没有它无法恢复。请把它放回数据目录，或用 XZX_KEY_FILE 指定服务所用的密钥文件，然后重新备份'

/** Copies everything into a new folder; answers its manifest, and what is wrong with the log in it. @param aside where the database may lie as it is for a while */
async function fill(
  folder: string,
  aside: string,
  options: Options,
): Promise<{ manifest: Manifest; fault: string | null }> {
  const { data, databaseUrl, recipients = [] } = options
  const database = databaseUrl ? 'postgres' : 'sqlite'
  const { file, save, check } = keepings[database]
  let finished = 0
  let total = 0
  const { files, store } = storing(folder, options, (bytes) => {
    finished += bytes
    if (total > 0) options.progress?.(finished, total)
  })
  // before the database: what they say of the log must be in the copy
  const key = keyOf(options)?.log
  const anchors = key ? (await readAnchors(data, key)).anchors : []
  if (existsSync(join(data, anchorFile))) await store(anchorFile, join(data, anchorFile))
  const copy = join(aside, file)
  const counts = await save(options, copy, options).catch((error: unknown) => {
    throw asFault(error, aside)
  })
  const copied = await check(copy)
  const { read, close } = copied ? { read: copied, close: () => copied.destroy() } : await openReader(databaseUrl ?? '')
  const fault = await (key ? logFault(read, key, { anchors, data }) : Promise.resolve(noKey)).finally(close)
  const lost = await lostFrom(options)
  // after the database: a file is there before the article that shows it
  const others = filesOf(options)
  total = others.reduce((sum, path) => sum + statSync(join(data, path)).size, finished + statSync(copy).size)
  await store(file, copy)
  await rm(copy)
  const taken = new Set(others)
  for (const path of others) await store(path, join(data, path), taken)
  const about = { madeAt: formatTime(options.now), counts, encryptedTo: [...recipients], files }
  return {
    manifest: { format: 2, database, ...about },
    fault: fault ?? (lost && `${lost}，备份中没有它们。${findLost}`),
  }
}

/** The keys of the server, where they are there. */
const keyOf = ({ data, keyFile = join(data, keyName) }: Options): Secret | null =>
  isThere(keyFile) ? openSecret(keyFile) : null

/** Under the key of the server that the backup is of; without it nothing can be signed, and little be restored. */
function signed(options: Options, manifest: Manifest): Manifest {
  const key = keyOf(options)
  return key ? signManifest(key.backup, manifest) : manifest
}

const whole = (given: Options): Options => ({ ...given, data: resolve(given.data), out: resolve(given.out) })

/**
 * Refuses what could not be backed up, without writing anything.
 * @returns what a backup made now would remove
 * @throws DataFault as `makeBackup` would
 */
export async function checkSource(given: Options): Promise<Thinned> {
  const options = whole(given)
  refusePlace(options)
  await refuseSource(options)
  await refuseNoRoom(options)
  const made = { name: '', madeAt: formatTime(options.now), key: keyOf(options)?.backup ?? null }
  return thinned(options.out, made, options.keep)
}

/** A newer xzx may keep what this one would leave out. */
async function refuseSource(options: Options): Promise<void> {
  const { data, databaseUrl } = options
  const key = keyOf(options)
  const database = databaseOf(data, databaseUrl)
  await keepings[databaseUrl ? 'postgres' : 'sqlite'].refuseAbsent(options, options.signal)
  await refuseNewer(database)
  if (key) await refuseForeign(database, key)
}

/**
 * Copies a server's data into a folder of its own while the server runs: the database as it is at one moment, the uploads, and the key.
 * The generated site is left out, for it can be made anew. The folder gets its name when it is whole.
 * @throws DataFault where there is nothing to copy or the place won't do
 */
export async function makeBackup(given: Options): Promise<Made> {
  const options = whole(given)
  const { data, out, now, recipients = [] } = options
  refusePlace(options)
  forOwnerOnly()
  // where there is nothing to copy no folder is left behind either
  databaseOf(data, options.databaseUrl)
  makeFolder(out, 0o700)
  await removeUnfinished(out, unfinished)
  await removeUnfinished(data, unfinishedCopy)
  await refuseSource(options)
  const temporary = join(out, `.xzx-${fileStamp(now)}.${process.pid}.part`)
  // what is encrypted never lies open on a disk that may be another's, however short the time
  const aside = recipients.length > 0 ? join(data, `.backup.${process.pid}.part`) : temporary
  await refuseNoRoom(options)
  try {
    await mkdir(temporary, { mode: 0o700 })
    if (aside !== temporary) await mkdir(aside, { mode: 0o700 })
    const filled = await fill(temporary, aside, options)
    const manifest = signed(options, filled.manifest)
    if (aside !== temporary) await rm(aside, { recursive: true })
    const written = await writeManifest(temporary, manifest, options)
    for (const path of [...written, ...folders(temporary, manifest), temporary]) await flush(path)
    const name = freeName(out, fileStamp(now))
    const folder = join(out, name)
    const made = { name, madeAt: manifest.madeAt, key: keyOf(options)?.backup ?? null }
    await rename(temporary, folder)
    await flush(out)
    return {
      folder,
      manifest,
      bytes: manifest.files.reduce((sum, { stored }) => sum + stored.size, 0),
      contentBytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
      // the ones of before are what there is to fall back on
      ...(await removeOld(out, made, filled.fault ? undefined : options.keep)),
      fault: filled.fault,
      withKey: manifest.files.some(({ path }) => path === keyName),
    }
  } catch (error) {
    for (const left of [temporary, aside]) await rm(left, { recursive: true, force: true })
    throw asFault(error, out)
  }
}

/** The copy of an embedded database is as large as it is; of the other one it is not known before. */
async function refuseNoRoom({ data, out, databaseUrl, recipients = [] }: Options): Promise<void> {
  if (databaseUrl) return
  const { size } = statSync(join(data, databaseFile))
  const hint = '备份时那里要先放一份数据库的副本；腾出空间，或换一个目录后再试'
  await refuseFull(recipients.length > 0 ? data : out, size, hint)
}

/** Writes what the folder holds, the file of the usual name last. @returns what was written */
async function writeManifest(folder: string, manifest: Manifest, options: Options): Promise<string[]> {
  const { recipients = [] } = options
  const put = async (name: string, content: string | AsyncIterable<Uint8Array>) => {
    await writeFile(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  if (recipients.length === 0) return [await put(manifestFile, text)]
  const said = await put(encryptedManifest, encrypting(recipients)(Readable.from([Buffer.from(text)])))
  const sum = createHash('sha256')
    .update(await readFile(said))
    .digest('hex')
  const sums = [[sum, encryptedManifest], ...manifest.files.map(({ stored }) => [stored.sha256, stored.path])]
  const key = keyOf(options)?.backup
  const unsigned: Label = { format: 2, madeAt: manifest.madeAt, encryptedTo: recipients.map(shortKey) }
  const label = key ? signLabel(key, unsigned) : unsigned
  return [
    said,
    await put(sumsFile, sums.map(([sha256, path]) => `${sha256}  ${path}\n`).join('')),
    await put(manifestFile, `${JSON.stringify(label, null, 1)}\n`),
  ]
}

/** The folders below a backup in which files lie. */
const folders = (folder: string, { files }: Manifest) =>
  [...new Set(files.map(({ stored }) => dirname(stored.path)))]
    .filter((path) => path !== '.')
    .map((path) => join(folder, path))
