import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataFault, isThere, NotThere } from '../data.ts'
import type { Key } from '../secret.ts'
import { decrypting, type Step } from './age.ts'
import { keeper } from './files.ts'
import { type Identities, noIdentity, shortKey } from './keys.ts'
import { encryptedManifest, isOf, type Manifest, manifestFile, parseClear, parseManifest } from './manifest.ts'

/** What a folder says of its backup to whoever has no key. */
export interface Label {
  readonly madeAt: string
  /** The beginnings of the public keys; none: it is not encrypted. */
  readonly encryptedTo: readonly string[]
}

/** A backup whose manifest was read. */
export interface Opened {
  readonly manifest: Manifest
  /** Opens its files; none: they are not encrypted. */
  readonly decrypt: Step | undefined
}

const aBackup = '应为 xzx backup 生成的目录'
/** Of a hundred thousand files there are 40 MB. */
const manifestMax = 400_000_000

function damaged(file: string): DataFault {
  return new DataFault(`备份已损坏：${file} 无法识别`, '请换一份备份，或用更新版本的 xzx')
}

/** A pipe or a device would be waited for without end. @throws DataFault for what is no file, or too long for what it is; NodeJS.ErrnoException */
function refuseUnfit(file: string, name: string): void {
  const found = statSync(file)
  if (!found.isFile() || found.size > manifestMax) throw damaged(name)
}

/** The text that every folder of a backup has. @throws DataFault where there is none */
function textOf(folder: string): string {
  if (!isThere(folder)) throw new NotThere(`没有备份目录：${folder}`, aBackup)
  const file = join(folder, manifestFile)
  try {
    refuseUnfit(file, manifestFile)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof DataFault) throw error
    throw new DataFault(
      `${folder} 不是完整的备份：缺少 ${manifestFile}`,
      `${aBackup}；名称以 .part 结尾的是没有做完的，请用别的一份`,
    )
  }
}

function clearOf(folder: string): ReturnType<typeof parseClear> {
  const text = textOf(folder)
  // what is no object takes a parser long before it says so
  if (!text.startsWith('{')) throw damaged(manifestFile)
  try {
    return parseClear(text)
  } catch {
    throw damaged(manifestFile)
  }
}

/** What a folder says in the clear. @throws DataFault where it is no backup */
export function readLabel(folder: string): Label {
  const { madeAt, encryptedTo } = clearOf(folder)
  return { madeAt, encryptedTo: encryptedTo.map(shortKey) }
}

/** When a backup was made, and whether with this key; null: nothing in the clear tells. @throws DataFault where it is no backup */
export function readOwner(folder: string, key: Key | null): { readonly madeAt: string; readonly own: boolean | null } {
  const read = clearOf(folder)
  return { madeAt: read.madeAt, own: key && isOf(key, read) }
}

async function openManifest(folder: string, label: Label, identities: Identities | undefined, signal: AbortSignal) {
  if (!identities) throw noIdentity(label.encryptedTo, undefined)
  const file = join(folder, encryptedManifest)
  if (!isThere(file)) throw new DataFault(`备份已损坏：缺少文件 ${encryptedManifest}`, '请换一份备份')
  refuseUnfit(file, encryptedManifest)
  const kept = keeper()
  try {
    const steps = [Readable.from([readFileSync(file)]), decrypting(identities.secrets), kept.into] as const
    await pipeline(steps[0], steps[1], steps[2], { signal })
    const manifest = parseManifest(kept.bytes().toString())
    if (manifest.madeAt === label.madeAt && `${manifest.encryptedTo.map(shortKey)}` === `${label.encryptedTo}`)
      return manifest
  } catch (error) {
    if (signal.aborted) throw error
    if (!identities.recipients.some((key) => label.encryptedTo.includes(shortKey(key))))
      throw noIdentity(label.encryptedTo, identities)
    throw damaged(encryptedManifest)
  }
  throw new DataFault(`备份已损坏：${manifestFile} 与 ${encryptedManifest} 不是同一份备份的`, '请换一份备份')
}

/**
 * Reads a folder's manifest.
 * @throws DataFault where there is none, or none that can be read; where it is encrypted and no key opens it, with the key that is wanted
 */
export async function openBackup(
  folder: string,
  identities: Identities | undefined,
  signal: AbortSignal,
): Promise<Opened> {
  const read = clearOf(folder)
  if ('files' in read) {
    if (read.encryptedTo.length > 0) throw damaged(manifestFile)
    return { manifest: read, decrypt: undefined }
  }
  const label = { madeAt: read.madeAt, encryptedTo: read.encryptedTo.map(shortKey) }
  const manifest = await openManifest(folder, label, identities, signal)
  return { manifest, decrypt: decrypting(identities?.secrets ?? []) }
}
