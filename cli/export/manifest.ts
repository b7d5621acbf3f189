import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatTime } from '../../core/domain/time.ts'
import { ApiError } from '../../core/errors.ts'
import { type Manifest, manifestName, manifestText } from '../../core/sheet/manifest.ts'
import type { Context } from '../context.ts'
import { writeWhole } from '../files/save.ts'

type By = Manifest['by']

/** Asked once for a run, however many files it writes. */
const callers = new WeakMap<Context['transport'], Promise<By>>()

/** Who exports; null where the server does not tell. */
function callerOf(ctx: Context): Promise<By> {
  const ask = async (): Promise<By> => {
    const me = await (await ctx.client('auth')).info().catch((thrown: unknown) => {
      if (thrown instanceof ApiError) return null
      throw thrown
    })
    return me && { account: me.userAccount ?? '', name: me.name ?? '' }
  }
  const known = callers.get(ctx.transport) ?? ask()
  callers.set(ctx.transport, known)
  return known
}

/** What the command knows of a file that it wrote. */
export type Told = Omit<Manifest, 'format' | 'file' | 'by' | 'when' | 'version' | 'columns'> & {
  readonly columns: readonly { readonly field: string | null; readonly title: string }[]
}

/** Puts the manifest of a file beside it, whole or not at all. */
export async function writeManifest(ctx: Context, path: string, told: Told): Promise<void> {
  const { kind, name, filter, columns, rows, bytes, sha256 } = told
  const text = manifestText({
    ...{ kind, name, file: basename(path), filter, rows, bytes, sha256 },
    columns: columns.map(({ field, title }) => ({ field, title })),
    by: await callerOf(ctx),
    when: formatTime(ctx.world.now()),
    version: ctx.world.version,
  })
  const silent = { ...ctx, note: () => undefined }
  await writeWhole(silent, manifestName(path), async (file) => {
    await file.writeFile(text)
  })
}

/** What a file on the disk comes to. */
export async function fileSum(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}
