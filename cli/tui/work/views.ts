import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { makeFolder } from '../../files/folder.ts'
import type { Kind } from '../kinds/kind.ts'
import { home } from '../state/desk.ts'
import type { View } from '../state/views.ts'

const saved = z.array(
  z.object({
    name: z.string().min(1),
    query: z.object({ status: z.array(z.number()) }).catchall(z.string()),
    sort: z.object({ field: z.string(), order: z.enum(['asc', 'desc']) }),
  }),
)

/** Where saved views are kept: beside the config, a file per profile. */
export async function viewsFile(ctx: Context): Promise<string> {
  const { store, profile } = await ctx.config()
  return join(dirname(store.path), `views-${profile.value}.json`)
}

/** The file of a kind: articles have the one of the profile, each other kind one beside it. */
const fileOf = (file: string, { area }: Kind) => (area === home ? file : file.replace(/\.json$/, `-${area}.json`))

/** A kind's own and saved views; a file that can't be read gives none. */
export async function readViews(file: string, kind: Kind): Promise<readonly View[]> {
  try {
    return [...kind.views, ...saved.parse(JSON.parse(await readFile(fileOf(file, kind), 'utf8')))]
  } catch {
    return kind.views
  }
}

/** Puts a view under its name; one of that name is replaced. */
export const withView = (views: readonly View[], view: View): readonly View[] =>
  views.some((one) => one.name === view.name)
    ? views.map((one) => (one.name === view.name ? view : one))
    : [...views, view]

/** Writes a kind's saved views. */
export async function writeViews(given: string, kind: Kind, views: readonly View[]): Promise<void> {
  const file = fileOf(given, kind)
  makeFolder(dirname(file))
  await writeFile(`${file}.new`, JSON.stringify(views.slice(kind.views.length), null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
