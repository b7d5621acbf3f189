import { existsSync, realpathSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileStamp, formatTime } from '../../core/domain/time.ts'
import { DataFault, databaseFile, embeddedIn, isThere, NotThere, otherFolder } from '../data.ts'
import { forOwnerOnly, makeFolder } from '../folder/closed.ts'
import { publicNames } from '../folder/public.ts'
import { refuseNewer } from '../here.ts'
import { anchorFile } from '../log-anchor.ts'
import { archiveFolder } from '../log-archive/file.ts'
import { openSecret } from '../secret.ts'
import { hiddenName } from '../site/pictures.ts'
import { siteFile } from '../site/site-file.ts'
import { filesBelow } from '../site/write.ts'
import { keepings } from './database.ts'
import { copyFile, flush, measureFile } from './files.ts'
import { removeUnfinished } from './leftovers.ts'
import {
  asFault,
  attachmentsName,
  type FileEntry,
  keyName,
  type Manifest,
  manifestFile,
  type Source,
  signManifest,
  uploadsName,
  type Watch,
} from './manifest.ts'
import { freeName, removeOld, type Thinned, thinned } from './old.ts'

interface Options extends Source, Watch {
  /** Where backups are kept: each gets a folder of its own there. */
  readonly out: string
  /** So many of the newest stay; none: all. */
  readonly keep?: number | undefined
  readonly now: number
}

/** A backup that was made. */
export interface Made extends Thinned {
  readonly folder: string
  readonly manifest: Manifest
  /** All its files together. */
  readonly bytes: number
  /** False: the key is kept elsewhere and has to be kept safe there. */
  readonly withKey: boolean
}

const unfinished = /^\.xzx-[\d-]+\.(\d+)\.part$/

const inside = (folder: string, path: string) => !relative(folder, path).startsWith('..')

/** A path by its real name, as far as it is there. */
function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realOf(dirname(path)), basename(path))
}

/** Refuses data that are not there, and a place that visitors could read, or that would be lost together with the data. */
function refusePlace({ data, out }: Options): void {
  if (!isThere(data)) throw new NotThere(`没有数据目录：${data}`, otherFolder)
  // where they stand in a place of their own, a link leads there
  const read = publicNames
    .map((name) => join(data, name))
    .flatMap((at) => (existsSync(at) ? [at, realpathSync(at)] : at))
  for (const folder of read)
    if (inside(folder, out)) throw new DataFault(`不能备份到 ${out}：网站的访问者能读到这个目录`, '请换一个目录')
  if (inside(realOf(data), realOf(out)))
    throw new DataFault(
      `不能备份到 ${out}：它在数据目录之内，数据目录丢失时备份也一起丢失`,
      '请换一个目录，最好在另一块磁盘上',
    )
}

/** Copies everything into a new folder; answers its manifest. */
async function fill(folder: string, options: Options): Promise<Manifest> {
  const { data, databaseUrl, keyFile } = options
  const database = databaseUrl ? 'postgres' : 'sqlite'
  const { file, save } = keepings[database]
  // before the database: what they say of the log must be in the copy
  const anchors = existsSync(join(data, anchorFile))
    ? [{ path: anchorFile, ...(await copyFile(join(data, anchorFile), join(folder, anchorFile), options, () => {})) }]
    : []
  const counts = await save(options, join(folder, file), options)
  // after the database: a file is there before the article that shows it
  const uploads = [uploadsName, hiddenName, attachmentsName, archiveFolder].flatMap((folder) =>
    existsSync(join(data, folder))
      ? filesBelow(join(data, folder)).flatMap((path) => (path.startsWith('.') ? [] : `${folder}/${path}`))
      : [],
  )
  const copied = [
    ...uploads,
    ...(existsSync(join(data, siteFile)) ? [siteFile] : []),
    ...(keyFile === undefined && existsSync(join(data, keyName)) ? [keyName] : []),
  ]
  const dump = join(folder, file)
  const total = copied.reduce((sum, path) => sum + statSync(join(data, path)).size, statSync(dump).size)
  let finished = 0
  const passed = (bytes: number) => {
    finished += bytes
    options.progress?.(finished, total)
  }
  const files: FileEntry[] = [...anchors, { path: file, ...(await measureFile(dump, options, passed)) }]
  await flush(dump)
  for (const path of copied)
    files.push({ path, ...(await copyFile(join(data, path), join(folder, path), options, passed)) })
  return { format: 1, madeAt: formatTime(options.now), database, counts, files }
}

/** Under the key of the server that the backup is of; without it nothing can be signed, and little be restored. */
function signed({ data, keyFile = join(data, keyName) }: Options, manifest: Manifest): Manifest {
  return isThere(keyFile) ? signManifest(openSecret(keyFile).backup, manifest) : manifest
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
  return thinned(options.out, { name: '', madeAt: formatTime(options.now) }, options.keep)
}

/** A newer xzx may keep what this one would leave out. */
async function refuseSource(options: Options): Promise<void> {
  const { data, databaseUrl } = options
  await keepings[databaseUrl ? 'postgres' : 'sqlite'].refuseAbsent(options, options.signal)
  await refuseNewer(databaseUrl ?? join(data, databaseFile))
}

/**
 * Copies a server's data into a folder of its own while the server runs: the database as it is at one moment, the uploads, and the key.
 * The generated site is left out, for it can be made anew. The folder gets its name when it is whole.
 * @throws DataFault where there is nothing to copy or the place won't do
 */
export async function makeBackup(given: Options): Promise<Made> {
  const options = whole(given)
  const { out, now } = options
  refusePlace(options)
  forOwnerOnly()
  // where there is nothing to copy no folder is left behind either
  if (!options.databaseUrl) embeddedIn(options.data)
  makeFolder(out, 0o700)
  await removeUnfinished(out, unfinished)
  await refuseSource(options)
  const temporary = join(out, `.xzx-${fileStamp(now)}.${process.pid}.part`)
  await mkdir(temporary, { mode: 0o700 })
  try {
    const manifest = signed(options, await fill(temporary, options))
    await (await keepings[manifest.database].check(join(temporary, keepings[manifest.database].file)))?.destroy()
    await writeFile(join(temporary, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    for (const path of [join(temporary, manifestFile), ...folders(temporary, manifest), temporary]) await flush(path)
    const name = freeName(out, fileStamp(now))
    const folder = join(out, name)
    await rename(temporary, folder)
    await flush(out)
    return {
      folder,
      manifest,
      bytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
      ...(await removeOld(out, { name, madeAt: manifest.madeAt }, options.keep)),
      withKey: manifest.files.some(({ path }) => path === keyName),
    }
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw asFault(error, out)
  }
}

/** The folders below a backup in which files lie. */
const folders = (folder: string, { files }: Manifest) =>
  [...new Set(files.map(({ path }) => dirname(path)))].filter((path) => path !== '.').map((path) => join(folder, path))
