import { readFile } from 'node:fs/promises'
import { type Manifest, manifest, manifestName } from '../../core/sheet/manifest.ts'
import { fileSum } from './manifest.ts'

/** The manifest of a file; null where there is none, or what is there cannot be read as one. */
export async function manifestOf(file: string): Promise<Manifest | null> {
  const text = await readFile(manifestName(file), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** How a file stands to its manifest. */
export interface Standing {
  readonly told: Manifest | null
  readonly whole: boolean
  /** In words. */
  readonly says: string
}

/** Holds a file against its manifest. @throws what the file system says where the file cannot be read */
export async function standingOf(file: string): Promise<Standing> {
  const told = await manifestOf(file)
  const { bytes, sha256 } = await fileSum(file)
  if (!told) return { told, whole: false, says: '没有清单，或清单无法读取' }
  if (bytes !== told.bytes) return { told, whole: false, says: `大小不符：清单 ${told.bytes} 字节，文件 ${bytes} 字节` }
  if (sha256 !== told.sha256) return { told, whole: false, says: '内容与清单不符' }
  return { told, whole: true, says: '与清单一致' }
}
