import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plainName } from '../../../core/domain/unfit.ts'
import { voiceKind } from '../../../core/domain/voices.ts'
import { attachmentsIn } from '../../attachments/unused.ts'
import type { Ctx } from '../../context.ts'
import { removeLeftovers } from '../../site/write.ts'

/** The files of voices: attachments of their articles, read by whoever reads these, and copied to the site with them. */

/** What no system takes in a file's name. */
const unnameable = /[\\/:*?"<>|]/g

/** What it is saved as. */
export const voiceName = (title: string): string =>
  `${[...plainName(title).replace(unnameable, '_')].slice(0, 80).join('') || '语音'}.mp3`

/** Takes a file that is whole under a name of its own. @returns by which it is stored */
export async function store(dataDir: string, whole: string): Promise<string> {
  const stored = randomUUID()
  await rename(whole, join(attachmentsIn(dataDir), stored))
  return stored
}

/** Makes it the article's. */
export async function attachVoice(
  ctx: Ctx,
  articleId: number,
  file: { readonly title: string; readonly size: number; readonly stored: string; readonly createdBy: number | null },
): Promise<number> {
  const { title, size, stored, createdBy } = file
  const row = {
    to: 'article',
    rowId: articleId,
    wasRowId: 0,
    place: 0,
    name: voiceName(title),
    kind: voiceKind,
    size,
    stored,
  }
  const { id } = await ctx.db
    .insertInto('attachment')
    .values({ ...row, createdBy, movedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a voice's file: its row within the transaction, its content after it; what a crash leaves of it is cleaned away. */
export async function dropFile(ctx: Ctx, fileId: number | null): Promise<void> {
  if (fileId === null) return
  const gone = await ctx.db.deleteFrom('attachment').where('id', '=', fileId).returning('stored').executeTakeFirst()
  if (gone) ctx.after(() => rm(join(attachmentsIn(ctx.parts.dataDir), gone.stored), { force: true }))
}

/** An article that is deleted for good has no voice any more. */
export async function forgetVoice(ctx: Ctx, articleId: number): Promise<void> {
  const row = await ctx.db.deleteFrom('voice').where('articleId', '=', articleId).returning('fileId').executeTakeFirst()
  await dropFile(ctx, row?.fileId ?? null)
}

/** Removes what a process left that died while it read aloud. */
export async function dropUnfinished(dataDir: string): Promise<void> {
  const folder = attachmentsIn(dataDir)
  const names = await readdir(folder).catch(() => [])
  removeLeftovers(
    folder,
    names.filter((name) => name.endsWith('.tmp')),
    Date.now(),
  )
}
