import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileStamp, formatTime } from '../../core/domain/time.ts'
import { DataFault, otherFolder } from '../data.ts'
import { forOwnerOnly, makeFolder } from '../folder/closed.ts'
import { publicNames } from '../folder/public.ts'
import { anchorFile } from '../log-anchor.ts'
import { openSecret } from '../secret.ts'
import { siteFile } from '../site/site-file.ts'
import { filesBelow } from '../site/write.ts'
import { keepings } from './database.ts'
import { copyFile, flush, measureFile } from './files.ts'
import {
  asFault,
  type FileEntry,
  keyName,
  type Manifest,
  manifestFile,
  type Source,
  signManifest,
  uploadsName,
  type Watch,
} from './manifest.ts'

interface Options extends Source, Watch {
  /** Where backups are kept: each gets a folder of its own there. */
  readonly out: string
  /** So many of the newest stay; none: all. */
  readonly keep?: number | undefined
  readonly now: number
}

/** A backup that was made. */
export interface Made {
  readonly folder: string
  readonly manifest: Manifest
  /** All its files together. */
  readonly bytes: number
  /** Older ones that were removed, by the name of their folder. */
  readonly removed: readonly string[]
  /** False: the key is kept elsewhere and has to be kept safe there. */
  readonly withKey: boolean
}

const nameOf = /^xzx-\d{8}-\d{4}(?:-\d+)?$/
const unfinished = /^\.xzx-[\d-]+\.(\d+)\.part$/

const inside = (folder: string, path: string) => !relative(folder, path).startsWith('..')

/** Refuses data that are not there, and a place that visitors could read, or that the next backup would copy. */
function refusePlace({ data, out }: Options): void {
  if (!existsSync(data)) throw new DataFault(`没有数据目录：${data}`, otherFolder)
  // where they stand in a place of their own, a link leads there
  const read = publicNames
    .map((name) => join(data, name))
    .flatMap((at) => (existsSync(at) ? [at, realpathSync(at)] : at))
  for (const folder of read)
    if (inside(folder, out)) throw new DataFault(`不能备份到 ${out}：网站的访问者能读到这个目录`, '请换一个目录')
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes away what runs left behind that were killed. */
async function removeUnfinished(out: string): Promise<void> {
  for (const name of readdirSync(out)) {
    const pid = unfinished.exec(name)?.[1]
    if (pid && !alive(Number(pid))) await rm(join(out, name), { recursive: true, force: true })
  }
}

/** A name that no backup has yet: by the minute, and by number within it. */
function freeName(out: string, now: number): string {
  const name = `xzx-${fileStamp(now)}`
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? name : `${name}-${n}`
    if (!existsSync(join(out, tried))) return tried
  }
}

const order = new Intl.Collator('en', { numeric: true })

async function removeOld(out: string, keep: number | undefined): Promise<string[]> {
  if (keep === undefined) return []
  const whole = readdirSync(out).filter((name) => nameOf.test(name) && existsSync(join(out, name, manifestFile)))
  const old = whole.sort(order.compare).slice(0, -keep)
  for (const name of old) {
    // without its manifest it is no backup any more, whatever becomes of the rest
    await rm(join(out, name, manifestFile))
    await rm(join(out, name), { recursive: true })
  }
  return old
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
  const uploads = filesBelow(join(data, uploadsName)).filter((path) => !path.startsWith('.'))
  const copied = [
    ...uploads.map((path) => `${uploadsName}/${path}`),
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
  return existsSync(keyFile) ? signManifest(openSecret(keyFile).backup, manifest) : manifest
}

const whole = (given: Options): Options => ({ ...given, data: resolve(given.data), out: resolve(given.out) })

/** Refuses what could not be backed up, without writing anything. @throws DataFault as `makeBackup` would */
export async function checkSource(given: Options): Promise<void> {
  const options = whole(given)
  refusePlace(options)
  await keepings[options.databaseUrl ? 'postgres' : 'sqlite'].refuseAbsent(options, options.signal)
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
  makeFolder(out, 0o700)
  await removeUnfinished(out)
  const temporary = join(out, `.xzx-${fileStamp(now)}.${process.pid}.part`)
  await mkdir(temporary, { mode: 0o700 })
  try {
    const manifest = signed(options, await fill(temporary, options))
    await (await keepings[manifest.database].check(join(temporary, keepings[manifest.database].file)))?.destroy()
    await writeFile(join(temporary, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    for (const path of [join(temporary, manifestFile), ...folders(temporary, manifest), temporary]) await flush(path)
    const folder = join(out, freeName(out, now))
    await rename(temporary, folder)
    await flush(out)
    return {
      folder,
      manifest,
      bytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
      removed: await removeOld(out, options.keep),
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
