import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Sink } from '../../core/client/node.ts'
import { fileStamp } from '../../core/domain/time.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { withFile } from './fault.ts'
import { checkWritable, mayWrite, targetOf } from './target.ts'

/** `--out -`: down the pipe. */
const stdout = '-'

/** `{date}` in a file name → 20261121-0905. */
export const datedName = (name: string, now: number): string => name.replaceAll('{date}', fileStamp(now))

/** The name itself, or the first of name-2, name-3 … that nothing has. */
function freeName(path: string): string {
  const ending = extname(path)
  const bare = path.slice(0, path.length - ending.length)
  let tried = path
  for (let n = 2; existsSync(tried); n += 1) tried = `${bare}-${n}${ending}`
  return tried
}

/** Where a file goes: one that was named is replaced; the name that `{date}` makes may be that of an earlier one of the same minute, which stays. */
export function outputPath({ world }: Pick<Context, 'world'>, given: string): string {
  const path = resolve(world.cwd, datedName(given, world.now()))
  return given.includes('{date}') ? freeName(path) : path
}

const isFolder = async (path: string) =>
  stat(path).then(
    (s) => s.isDirectory(),
    () => false,
  )

/** A server's file name made safe: its last part, without what no file system likes. */
const safeName = (name: string) => {
  const last = cleanLine(name).split(/[\\/]/).at(-1) ?? ''
  return last.replace(/[:*?"<>|]/g, '_').replace(/^\.+/, '') || 'download'
}

/**
 * Writes a file under a temporary name and gives it its own only when it is whole and on the disk; nothing under `--dry-run`.
 * @param mode who may read it; everybody where it is not said
 */
export async function writeWhole(ctx: Context, given: string, fill: (file: FileHandle) => Promise<void>, mode = 0o644) {
  if (!(await mayWrite(ctx, given))) return
  const replaced = await replaces(given)
  await writeOut(given, fill, mode)
  if (replaced) ctx.note(saysReplaced(given))
}

/** Is there a file in whose place another one comes? */
export const replaces = async (path: string): Promise<boolean> =>
  stat(path).then(
    (s) => s.isFile(),
    () => false,
  )

/** That it was there before, and is gone. */
export const saysReplaced = (path: string): string => `已替换原有的 ${path}`

/** Nobody writes that long at one file without a byte. */
const leftAfter = 3600_000

/** What runs that were killed have left of this very file. */
async function dropLeft(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)]
  const parts = (await readdir(folder).catch(() => [])).filter(
    (one) => one.startsWith(`${name}.`) && /^\.[0-9a-f]{12}\.part$/.test(one.slice(name.length)),
  )
  for (const one of parts) {
    const at = await stat(join(folder, one)).catch(() => null)
    if (at && Date.now() - at.mtimeMs > leftAfter) await rm(join(folder, one), { force: true })
  }
}

/** As `writeWhole`, without asking and without a word. */
export const writeOut = (given: string, fill: (file: FileHandle) => Promise<void>, mode = 0o644): Promise<void> =>
  withFile(given, async () => {
    const { path, temporary } = await targetOf(given)
    const file = await open(temporary ?? path, temporary ? 'wx' : 'w', mode)
    if (temporary === null) return fill(file).finally(() => file.close())
    await dropLeft(path)
    try {
      await fill(file)
      await file.sync()
      await file.close()
      await rename(temporary, path)
    } catch (error) {
      await file.close().catch(() => undefined)
      await rm(temporary, { force: true })
      throw error
    }
  })

/** Writes all of it: on a disk that is filling up one write takes less than it was given, and only the next one fails. */
export async function writeAt(file: Pick<FileHandle, 'write'>, bytes: Uint8Array, at: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, from, bytes.length - from, at + from)
    from += bytesWritten
  }
}

/** A file has to be named where nobody could read it: bytes on a terminal, or among JSON. @throws usage */
function needsFile(ctx: Context, out: string | undefined): out is '-' | undefined {
  if (out !== undefined && out !== stdout) return false
  if (ctx.io.stdoutTty) throw usage('回答是文件', '加 --out 文件名 保存')
  if (ctx.flags.json) throw usage('回答是文件，不能和 --json 一起写到标准输出', '加 --out 文件名 保存，或去掉 --json')
  return true
}

/** What would be written, without asking for the file. @param there throws where there would be none */
export async function tryFile(ctx: Context, out: string | undefined, there?: () => Promise<unknown>): Promise<void> {
  const target = needsFile(ctx, out) ? null : outputPath(ctx, out as string)
  if (target) await checkWritable((await isFolder(target)) ? join(target, 'download') : target)
  await there?.()
  ctx.note(target ? `试运行，没有写文件 ${target}` : '试运行，没有输出文件')
  await tellSaved(ctx, target, null)
}

/** The report of what was saved, for programs. */
async function tellSaved(ctx: Context, file: string | null, bytes: number | null): Promise<void> {
  if (!ctx.flags.json) return
  const report = { file, ...(bytes !== null && { bytes }), ...(ctx.flags.dryRun && { dryRun: true }) }
  await ctx.out(`${JSON.stringify(report)}\n`)
}

/** Stores a download under `--out` (a file or a folder), or sends it down the pipe. @returns the file; null: it is none that stays, or was only tried */
export async function saveStream(
  ctx: Context,
  out: string | undefined,
  download: (sink: Sink) => Promise<void>,
): Promise<string | null> {
  const into = (write: Sink['write']) => download({ start: () => undefined, write }).then(() => null)
  if (ctx.flags.dryRun) return tryFile(ctx, out, () => into(() => undefined)).then(() => null)
  if (needsFile(ctx, out)) return into((chunk) => ctx.outBytes(chunk))
  const target = outputPath(ctx, out as string)
  if ((await targetOf(target)).temporary === null)
    return writeOut(target, (file) => into((chunk) => file.writeFile(chunk)).then(() => undefined)).then(() => null)
  const folder = await isFolder(target)
  const replaced = await replaces(target)
  let path = target
  let at = 0
  // the name of a file in a folder is the server's, known only with its answer
  await writeOut(folder ? join(target, '.xzx-download') : target, async (file) => {
    await download({
      start: async ({ name }) => {
        if (folder) path = freeName(join(target, safeName(name ?? 'download')))
        // a repeated download begins at the front again
        at = 0
        await file.truncate(0)
      },
      write: async (chunk) => {
        await writeAt(file, chunk, at)
        at += chunk.length
      },
    })
  })
  if (folder) await rename(join(target, '.xzx-download'), path)
  ctx.note(`已保存 ${path}${replaced ? '，替换了原有的文件' : ''}`)
  await tellSaved(ctx, path, at)
  return path
}
