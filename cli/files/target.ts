import { randomBytes } from 'node:crypto'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { withFile } from './fault.ts'

/** Where a file is written before it gets its name. */
export interface Target {
  /** The file itself, where the path is a link to it. */
  readonly path: string
  /** An unfinished file's name beside it; null for a device or a pipe: that is written to, and never replaced. */
  readonly temporary: string | null
}

/** Looks what stands at a path: `--report /dev/null` must not put a file in the place of the device. */
export async function targetOf(given: string): Promise<Target> {
  const path = await realpath(given).catch(() => given)
  const there = await stat(path).catch(() => null)
  const special = there !== null && !there.isFile() && !there.isDirectory()
  return { path, temporary: special ? null : `${path}.${randomBytes(6).toString('hex')}.part` }
}

/** Fails as writing the file would, where it could not be written: before anything is done, or where nothing shall be. */
export const checkWritable = (given: string): Promise<void> =>
  withFile(given, async () => {
    const { path, temporary } = await targetOf(given)
    await access(temporary ? dirname(path) : path, constants.W_OK)
    if (temporary && (await stat(path).catch(() => null))?.isDirectory())
      throw Object.assign(new Error('a folder'), { code: 'EISDIR', syscall: 'open' })
  })

/**
 * The one place where a command asks whether it may write a file of its own: under `--dry-run` it says that it would, and may not.
 * @throws where the file could not be written
 */
export async function mayWrite(ctx: Pick<Context, 'flags' | 'note' | 'world'>, given: string): Promise<boolean> {
  if (!ctx.flags.dryRun) return true
  await checkWritable(resolve(ctx.world.cwd, given))
  ctx.note(`试运行，没有写文件 ${given}`)
  return false
}
