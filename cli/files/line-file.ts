import { createWriteStream, type WriteStream } from 'node:fs'
import { access, constants, open, rename, rm, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Context } from '../context.ts'
import { ofFile, withFile } from './fault.ts'
import { replaces, saysReplaced } from './save.ts'
import { checkWritable, mayWrite, targetOf } from './target.ts'

/** A file that is written line by line, so that what was done is known though the run be killed. */
export interface LineFile {
  write(line: string): Promise<void>
  /** Brings all of it to the disk. */
  keep(): Promise<void>
  /** Ends it as it is after a fault. */
  drop(): Promise<void>
}

const nothing: LineFile = { write: async () => undefined, keep: async () => undefined, drop: async () => undefined }

const isThere = (path: string) => stat(path).catch(() => null)

/** Whether two names are of one file, whatever links lead there. */
async function isSame(path: string, other: string): Promise<boolean> {
  const [one, two] = [await isThere(path), await isThere(other)]
  return one !== null && two !== null && one.isFile() && one.dev === two.dev && one.ino === two.ino
}

/**
 * Opens a line file; fails at once where it could not be written. One of before is replaced with the first line. Under `--dry-run` its lines go nowhere.
 * @param source what is being read meanwhile: that very file is written beside it, and replaced when all is done
 */
export async function openLineFile(ctx: Context, given: string, source: string): Promise<LineFile> {
  if (!(await mayWrite(ctx, given))) return nothing
  const { path, temporary } = await targetOf(given)
  await checkWritable(given)
  if (await isThere(path)) await withFile(given, () => access(path, constants.W_OK))
  const replaced = await replaces(given)
  const aside = temporary !== null && (await isSame(path, source)) ? temporary : null
  let failed: unknown = null
  let stream: WriteStream | null = null
  const opened = () => {
    if (stream) return stream
    stream = createWriteStream(aside ?? path, { flags: temporary === null ? 'a' : 'w', mode: 0o644 })
    stream.on('error', (error) => {
      failed = ofFile(given, error)
    })
    return stream
  }
  return {
    async write(line) {
      if (failed) throw failed
      await new Promise<void>((resolve, reject) => {
        opened().write(`${line}\n`, (error) => (error ? reject(failed ?? ofFile(given, error)) : resolve()))
      })
    },
    keep: () =>
      withFile(given, async () => {
        await finished(opened().end())
        if (temporary === null) return
        const file = await open(aside ?? path, 'r+')
        await file.sync()
        await file.close()
        if (aside) await rename(aside, path)
        if (replaced) ctx.note(saysReplaced(given))
      }),
    async drop() {
      stream?.destroy()
      if (aside) await rm(aside, { force: true })
    },
  }
}
