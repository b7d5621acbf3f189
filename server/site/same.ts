import { closeSync, lstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { standingOf } from './manifest.ts'

/** What lies on the disk, compared with what should. */

/** Memory that is used for one page after the other: fresh buffers for each would pile up until they are collected. */
export function scratch() {
  let memory = Buffer.allocUnsafeSlow(256 * 1024)
  return (size: number) => {
    if (size > memory.length) memory = Buffer.allocUnsafeSlow(size * 2)
    return memory
  }
}

/** The file's standing when it holds exactly these bytes, else null: a file altered by hand differs, whatever its times say. */
export function holds(file: string, bytes: Buffer, room: (size: number) => Buffer): string | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat?.isFile() !== true || stat.size !== bytes.length) return null
  const memory = room(bytes.length + 1)
  const handle = openSync(file, 'r')
  try {
    let size = 0
    for (let read = 1; read > 0 && size <= bytes.length; size += read)
      read = readSync(handle, memory, size, bytes.length + 1 - size, null)
    return size === bytes.length && bytes.equals(memory.subarray(0, size)) ? standingOf(stat) : null
  } finally {
    closeSync(handle)
  }
}

const pieceSize = 256 * 1024

/** The file's standing when it holds what another one does, else null. @throws where the other is not there */
export async function sameAs(file: string, source: string): Promise<string | null> {
  const there = await open(source)
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat?.isFile() !== true || stat.size !== (await there.stat()).size) return null
    const handle = await open(file)
    try {
      const [mine, theirs] = [Buffer.alloc(pieceSize), Buffer.alloc(pieceSize)]
      for (let at = 0; at < stat.size; at += pieceSize) {
        const size = Math.min(pieceSize, stat.size - at)
        await Promise.all([handle.read(mine, 0, size, at), there.read(theirs, 0, size, at)])
        if (mine.compare(theirs, 0, size, 0, size) !== 0) return null
      }
      return standingOf(stat)
    } finally {
      await handle.close()
    }
  } finally {
    await there.close()
  }
}
