import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { makeFolder } from './closed.ts'
import { publicLock } from './locks.ts'
import { copyOver } from './move.ts'

/** What visitors get as files: the generated pages, and what was uploaded. */
export const publicNames = ['site', 'uploads'] as const

const openFolder = 0o755
const openFile = 0o644

const within = (folder: string, path: string) => {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}

/** Moves what is in a folder into another one, also of another disk; can be begun again where it was cut short. */
function moveInto(from: string, to: string): void {
  makeFolder(to, openFolder)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [old, fresh] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      moveInto(old, fresh)
      continue
    }
    try {
      renameSync(old, fresh)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      copyOver(old, fresh)
    }
  }
  rmdirSync(from)
}

/** Lets everybody read; what is not whole yet (`.….part`) becomes readable with its name. */
function open(folder: string): void {
  chmodSync(folder, openFolder)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) open(join(folder, entry.name))
    else if (entry.isFile() && !entry.name.startsWith('.')) chmodSync(join(folder, entry.name), openFile)
}

/** Where a file lies or will lie, whatever links lead there. */
const realPlace = (file: string): string => {
  if (existsSync(file)) return realpathSync(file)
  const above = dirname(file)
  return above === file ? file : join(realPlace(above), basename(file))
}

/** Links may lead anywhere but to what visitors must not get. */
function refuseSecrets(folder: string, dataDir: string, keyFile: string): void {
  const root = realpathSync(folder)
  const shown = root === folder ? folder : `${folder} 所指的 ${root}`
  if (!statSync(root).isDirectory()) throw new Error(`${shown} 不是目录，请移走后再启动`)
  const own = publicNames.some((name) => root === join(dataDir, name) && folder === root)
  if (within(root, realPlace(keyFile)))
    throw new Error(
      `${shown} 中有密钥文件 ${keyFile}，访问者能读到：请改正这个目录，或用 XZX_KEY_FILE 把密钥文件放到别处`,
    )
  if (!own && (within(root, dataDir) || within(dataDir, root)))
    throw new Error(`${shown} 与数据目录互相包含，访问者能读到不该公开的文件：请删除这个链接`)
}

/** Asks for a folder of pages that lies in a place of its own. @throws Error with a Chinese reason where it is another one's */
type Claim = (pages: string) => Promise<void>

/** What a folder of pages is by its real name; null: it is not there, or within the data folder, where nobody else has one. */
function ownPlaceOf(pages: string, dataDir: string): string | null {
  if (!existsSync(pages)) return null
  const real = realpathSync(pages)
  return within(dataDir, real) ? null : real
}

/** Asks for a folder of pages and for the one from which they would be moved there, before anything is moved. */
async function claimPlaces(folders: readonly string[], dataDir: string, claim: Claim): Promise<void> {
  const places = new Set(folders.flatMap((folder) => ownPlaceOf(folder, dataDir) ?? []))
  for (const pages of places) await claim(pages)
}

/** The folder of pages that a data folder has in a place of its own; null: it lies in the data folder. */
export const ownPagesOf = (dataDir: string): string | null => ownPlaceOf(join(dataDir, publicNames[0]), dataDir)

/**
 * Makes the folders of pages and uploads. Where a place is named, they stand there, readable for a web server, and what lies in the data
 * folder is moved; a link in the data folder leads there, so that backups and a start that does not name the place find them too.
 * @param place an absolute path; none: where they are, at first in the data folder
 * @param keyFile is to lie in none of them
 * @throws Error with a Chinese reason where the place won't do
 */
export async function placePublic(
  dataDir: string,
  place: string | undefined,
  keyFile: string,
  claim: Claim,
): Promise<void> {
  for (const at of publicNames.map((name) => join(dataDir, name))) {
    const lost = lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(at)
    // made anew it would be empty, and nobody would notice before a visitor
    if (lost) throw new Error(`${at} 所指的 ${readlinkSync(at)} 不存在：请先挂载它所在的磁盘；确已丢失的，删除这个链接`)
    if (place === undefined) makeFolder(at, 0o700)
  }
  // also where they are moved from: a link is followed there
  for (const name of publicNames)
    if (existsSync(join(dataDir, name))) refuseSecrets(join(dataDir, name), dataDir, resolve(keyFile))
  const pages = join(dataDir, publicNames[0])
  if (place === undefined) return claimPlaces([pages], dataDir, claim)
  makeFolder(place, openFolder)
  const root = realpathSync(place)
  if (within(dataDir, root) || within(root, dataDir)) throw new Error('网站目录和数据目录不能互相包含')
  refuseSecrets(root, dataDir, resolve(keyFile))
  makeFolder(join(root, publicNames[0]), openFolder)
  await claimPlaces([join(root, publicNames[0]), pages], dataDir, claim)
  for (const name of publicNames) {
    const [at, to] = [join(dataDir, name), join(root, name)]
    makeFolder(to, openFolder)
    if (existsSync(at) && realpathSync(at) === realpathSync(to)) continue
    // each place has a lock of its own: in the other one it is held
    rmSync(join(at, publicLock), { force: true })
    if (existsSync(at)) moveInto(realpathSync(at), to)
    open(to)
    rmSync(at, { force: true })
    symlinkSync(to, at, 'junction')
  }
}

/** Who can read the pages as files: only the server, everybody, or nobody although they have a place of their own. */
export type PublicAccess =
  | { readonly access: 'own' | 'open' }
  /** `at`: the folder that other users may not enter. */
  | { readonly access: 'shut'; readonly at: string }

/** Looks whether a web server that runs as another user can read the pages. */
export function publicAccess(dataDir: string): PublicAccess {
  const root = realpathSync(join(dataDir, publicNames[0]))
  if (within(dataDir, root)) return { access: 'own' }
  for (let at = root; ; at = dirname(at)) {
    const wanted = at === root ? 0o005 : 0o001
    if ((statSync(at).mode & wanted) !== wanted) return { access: 'shut', at }
    if (dirname(at) === at) return { access: 'open' }
  }
}
