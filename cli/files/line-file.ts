import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Context } from '../context.ts'
import { ofFile, withFile } from './fault.ts'
import { replaces, saysReplaced } from './save.ts'
import { mayWrite, targetOf } from './target.ts'

/** A file that is written line by line under a temporary name, and gets its own when it is whole. */
export interface LineFile {
  write(line: string): Promise<void>
  /** Gives the file its name. */
  keep(): Promise<void>
  /** Takes the unfinished file away. */
  drop(): Promise<void>
}

const nothing: LineFile = { write: async () => undefined, keep: async () => undefined, drop: async () => undefined }

/** Opens a line file; fails at once where it could not be written. Under `--dry-run` its lines go nowhere. */
export async function openLineFile(ctx: Context, given: string): Promise<LineFile> {
  if (!(await mayWrite(ctx, given))) return nothing
  const { path, temporary } = await targetOf(given)
  const replaced = await replaces(given)
  if (temporary) await withFile(given, async () => (await open(temporary, 'wx', 0o644)).close())
  const stream = createWriteStream(temporary ?? path, { flags: 'a' })
  let failed: unknown = null
  stream.on('error', (error) => {
    failed = ofFile(given, error)
  })
  return {
    async write(line) {
      if (failed) throw failed
      if (!stream.write(`${line}\n`)) await once(stream, 'drain')
    },
    keep: () =>
      withFile(given, async () => {
        stream.end()
        await finished(stream)
        if (temporary === null) return
        const file = await open(temporary, 'r+')
        await file.sync()
        await file.close()
        await rename(temporary, path)
        if (replaced) ctx.note(saysReplaced(given))
      }),
    async drop() {
      stream.destroy()
      if (temporary) await rm(temporary, { force: true })
    },
  }
}
