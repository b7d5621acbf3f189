import { randomUUID, timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Attachable } from '../../core/contract/files.ts'
import type { FileKind } from '../../core/domain/files.ts'
import { Refused } from '../../core/errors.ts'
import { uploadSays } from '../../core/text.ts'
import { keepContent } from '../areas/attachment.ts'
import { checkedKind } from '../attachments/kind.ts'
import { refuseRunning, refuseUnsafe } from '../attachments/unsafe.ts'
import { attachmentsIn } from '../attachments/unused.ts'
import type { Ctx } from '../context.ts'
import { makeFolder } from '../folder/closed.ts'
import { callerOf } from '../http/caller.ts'
import { Upload } from '../http/form.ts'
import { ownerOf } from '../http/network.ts'

/** Any number that no other lock of this database uses. */
const lock = 7_301_014
/** So many bytes may wait for their letters, of all strangers together; what waits for two hours is cleaned away. */
const waitingBytes = 2 * 1024 ** 3
/** Of these so many are for who has none waiting yet. */
const firstBytes = 512 * 1024 ** 2
/** And of one network, in which several may write, so many: what three letters have. */
const networkBytes = 150 * 1024 ** 2
/** Pixels of a picture's longer side: a page of a paper is still read well. */
const longestSide = 4096
/** A picture of no more points is drawn in a blink, and waits behind no larger ones. */
const lightMax = 2_000_000

export interface Given {
  readonly id: number
  readonly pass: string
}

interface Sent {
  readonly path: string
  readonly name: string
  readonly kind: FileKind
  readonly size: number
}

/**
 * Draws a picture anew: no place, no camera, nothing that is none of its points. It is drawn among the attachments, which nobody gets by an address.
 * @throws Refused BAD_INPUT, TOO_LARGE, TOO_MANY
 */
async function drawnAnew(ctx: Ctx, { path, name }: Sent): Promise<{ readonly path: string; readonly size: number }> {
  const { headOf, imageEnding } = await import('../areas/file/store.ts')
  const { keepPicture, weightOf } = await import('../areas/file/picture.ts')
  const folder = attachmentsIn(ctx.parts.dataDir)
  makeFolder(folder, 0o700)
  try {
    const ending = imageEnding(await headOf(path)) ?? 'png'
    const draw = () => keepPicture(path, folder, randomUUID(), ending, longestSide, 'none', 'strangers')
    const { visitorPictures, visitorLargePictures } = ctx.parts.work
    const caller = callerOf(ctx.who, ctx.call.address)
    const light = await visitorPictures.run(caller, async () =>
      (await weightOf(path, ending)) <= lightMax ? draw() : null,
    )
    const { names, size } = light ?? (await visitorLargePictures.run(caller, draw))
    return { path: join(folder, names[0]), size }
  } catch (error) {
    // of several that are sent together, which one
    if (error instanceof Refused && error.code === 'TOO_LARGE')
      throw new Refused('TOO_LARGE', `不能上传「${name}」：${error.message}`)
    if (error instanceof Refused || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw new Refused('BAD_INPUT', `不能上传「${name}」：图片已损坏，请换一张`)
  }
}

/** Has a file of a stranger as it is to be kept; what was made of it for that is gone afterwards. */
async function withSafe<T>(ctx: Ctx, sent: Sent, keep: (safe: Pick<Sent, 'path' | 'size'>) => Promise<T>): Promise<T> {
  if (sent.kind !== 'picture') {
    await refuseUnsafe(ctx, 'uploads', sent)
    return keep(sent)
  }
  const drawn = await drawnAnew(ctx, sent)
  return keep(drawn).finally(() => rm(drawn.path, { force: true }))
}

/** Files of strangers, for rows of one table. Nobody is signed in to whom they could belong: a mark of the key says who has uploaded one. */
export function strangersFiles({ to, kinds, maxMb }: Attachable, purpose: 'mail file' | 'apply file') {
  const passOf = (ctx: Ctx, id: string | number) => ctx.parts.secret.mark(purpose, String(id))

  /** A mark of where a call comes from. */
  const senderOf = (ctx: Ctx) => ctx.parts.secret.mark('file sender', ownerOf(ctx.call.address))

  async function refuseFull(ctx: Ctx, sender: string, size: number): Promise<void> {
    if (ctx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(ctx.db)
    const { all, own } = await ctx.db
      .selectFrom('attachment')
      .select((eb) => [
        eb.fn.sum<number | null>('size').as('all'),
        eb.fn.sum<number | null>('size').filterWhere('sender', '=', sender).as('own'),
      ])
      .where('rowId', '=', 0)
      .where('to', '=', to)
      .where('createdBy', 'is', null)
      .executeTakeFirstOrThrow()
    const ownBytes = Number(own ?? 0)
    if (ownBytes + size > networkBytes)
      throw new Refused('TOO_MANY', '您所在网络待提交的附件过多，请先提交，或两小时后再上传')
    if (Number(all ?? 0) + size > waitingBytes - (ownBytes > 0 ? firstBytes : 0))
      throw new Refused('TOO_MANY', '待提交的附件过多，请稍后再试，或先不带附件提交')
  }

  return {
    /** Keeps a stranger's file for what they write. @throws Refused BAD_INPUT, TOO_LARGE for what is not taken */
    async upload(ctx: Ctx, { file }: { readonly file: unknown }) {
      const given: unknown = Array.isArray(file) ? file[0] : file
      if (!(given instanceof Upload)) throw new Refused('BAD_INPUT', uploadSays.choose)
      if (Array.isArray(file) && file.length > 1) throw new Refused('BAD_INPUT', '一次只能上传一个文件')
      const { originalName: name, size, path } = given
      if (size > maxMb * 1024 * 1024) throw new Refused('TOO_LARGE', `附件不能超过 ${maxMb} MB`)
      refuseRunning(name)
      const kind = await checkedKind(path, name, kinds)
      const sender = senderOf(ctx)
      const kept = await withSafe(ctx, { path, name, kind, size }, (safe) =>
        keepContent(ctx, safe.path, { to, name, kind, size: safe.size }, { sender }, (inner) =>
          refuseFull(inner, sender, safe.size),
        ),
      )
      return { ...kept, pass: passOf(ctx, kept.id) }
    },

    /** Gives a row the files that its writer has uploaded. @throws Refused BAD_INPUT for one that is not there, or somebody else's */
    async attachOwn(ctx: Ctx, rowId: number, files: readonly Given[]): Promise<void> {
      for (const [place, { id, pass }] of files.entries()) {
        const mark = passOf(ctx, id)
        const own = pass.length === mark.length && timingSafeEqual(Buffer.from(pass), Buffer.from(mark))
        const taken = own
          ? await ctx.db
              .updateTable('attachment')
              .set({ rowId, place, sender: null, movedAt: ctx.now })
              .where('id', '=', id)
              .where('to', '=', to)
              .where('rowId', '=', 0)
              .where('createdBy', 'is', null)
              .returning('id')
              .executeTakeFirst()
          : undefined
        if (!taken) throw new Refused('BAD_INPUT', `附件（files）：第 ${place + 1} 个不存在或已过期，请重新上传`)
      }
    },
  }
}
