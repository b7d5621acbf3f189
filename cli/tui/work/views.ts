import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { makeFolder } from '../../files/folder.ts'
import { ownViews, type View } from '../state/views.ts'

const text = z.string().optional()
const saved = z.array(
  z.object({
    name: z.string().min(1),
    query: z.object({
      status: z.array(z.number()),
      title: text,
      keyword: text,
      source: text,
      columnId: text,
      column: text,
      startTime: text,
      endTime: text,
    }),
    sort: z.object({ field: z.string(), order: z.enum(['asc', 'desc']) }),
  }),
)

/** Where saved views are kept: beside the config, a file per profile. */
export async function viewsFile(ctx: Context): Promise<string> {
  const { store, profile } = await ctx.config()
  return join(dirname(store.path), `views-${profile.value}.json`)
}

/** Own and saved views; a file that can't be read gives none. */
export async function readViews(file: string): Promise<readonly View[]> {
  try {
    return [...ownViews, ...saved.parse(JSON.parse(await readFile(file, 'utf8')))]
  } catch {
    return ownViews
  }
}

/** Puts a view under its name; one of that name is replaced. */
export const withView = (views: readonly View[], view: View): readonly View[] =>
  views.some((one) => one.name === view.name)
    ? views.map((one) => (one.name === view.name ? view : one))
    : [...views, view]

/** Writes the saved views. */
export async function writeViews(file: string, views: readonly View[]): Promise<void> {
  makeFolder(dirname(file))
  await writeFile(`${file}.new`, JSON.stringify(views.slice(ownViews.length), null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
