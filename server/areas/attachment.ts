import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, constants, copyFile, link, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { attachment as contract } from '../../core/contract/attachment.ts'
import { type Attachable, attachables } from '../../core/contract/files.ts'
import type { Right } from '../../core/contract/rights.ts'
import { Refused } from '../../core/errors.ts'
import { uploadSays } from '../../core/text.ts'
import { may } from '../access/rights.ts'
import { scopeOf } from '../access/scope.ts'
import { checkedKind } from '../attachments/kind.ts'
import { refuseRunning, refuseUnsafe } from '../attachments/unsafe.ts'
import { attachmentsIn } from '../attachments/unused.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/0260-attachment.ts'
import * as sender from '../db/migrations/202611281110-attachment-sender.ts'
import { tables } from '../db/table.ts'
import '../db/tables/attachment.ts'
import { makeFolder } from '../folder/closed.ts'
import { sandboxed } from '../http/answer.ts'
import { Upload } from '../http/form.ts'
import { FileReply, implement, ownTransactions } from '../pipeline.ts'
import { allHold, type Condition, isEmpty, test } from '../rows/condition.ts'
import { keptPlace } from '../rows/files.ts'
import type { AnyDb } from '../rows/list.ts'
import { heldBy } from './mail/left.ts'
import { isMine } from './notice/mine.ts'
import { noForeignDraft } from './report/pieces.ts'

export const migrations = { '0260-attachment': made, '202611281110-attachment-sender': sender }

/** Any number that no other lock of this database uses. */
const lock = 7_301_004
/** So many may wait for their rows: more than any form takes. */
const waitingMax = 100
const gigabyte = 1024 ** 3
/** And so many bytes: what one form takes at most, 20 files of 50 MB. */
const waitingBytes = gigabyte

/** Whether the caller may give files to what they are for. */
const mayGive = (ctx: Ctx, of: Attachable | undefined): boolean =>
  of?.written.some((key) => may(whoOf(ctx).rights, key as Right)) ?? false

/** @throws Refused BAD_INPUT, NO_PERMISSION */
function declaredFor(ctx: Ctx, to: string): Attachable {
  const of = attachables.get(to)
  if (!of) throw new Refused('BAD_INPUT', `用于（to）：只能是 ${[...attachables.keys()].join('、')}`)
  if (!mayGive(ctx, of)) throw new Refused('NO_PERMISSION', `没有权限（${of.written.join('、')}）`)
  return of
}

/** @throws Refused TOO_MANY where too many of the caller's wait for a row, or would take too much room with this one */
async function refuseTooMany(ctx: Ctx, createdBy: number, size: number): Promise<void> {
  const { n, bytes } = await ctx.db
    .selectFrom('attachment')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number | null>('size').as('bytes')])
    .where('rowId', '=', 0)
    .where('createdBy', '=', createdBy)
    .executeTakeFirstOrThrow()
  const most =
    Number(n) >= waitingMax
      ? `超过 ${waitingMax} 个`
      : Number(bytes ?? 0) + size > waitingBytes
        ? `合计超过 ${waitingBytes / gigabyte} GB`
        : null
  if (most) throw new Refused('TOO_MANY', `已上传而未保存到任何记录的附件${most}，请先保存，或一天后再试`)
}

async function upload(ctx: Ctx, { to, file }: { to: string; file: unknown }) {
  const of = declaredFor(ctx, to)
  const given: unknown = Array.isArray(file) ? file[0] : file
  if (!(given instanceof Upload)) throw new Refused('BAD_INPUT', uploadSays.choose)
  if (Array.isArray(file) && file.length > 1) throw new Refused('BAD_INPUT', '一次只能上传一个文件')
  if (given.size > of.maxMb * 1024 * 1024) throw new Refused('TOO_LARGE', `附件不能超过 ${of.maxMb} MB`)
  await refuseTooMany(ctx, whoOf(ctx).userId, given.size)
  const name = given.originalName
  if (of.citizens) refuseRunning(name)
  const kind = await checkedKind(given.path, name, of.kinds)
  if (of.citizens) await refuseUnsafe(ctx, 'documents', { path: given.path, name, kind })
  return keepAttachment(ctx, given.path, { to, name, kind, size: given.size })
}

interface Kept {
  readonly to: string
  readonly name: string
  readonly kind: string
  readonly size: number
}

/**
 * Keeps a file's content as an attachment of the caller's that belongs to no row yet.
 * @throws Refused TOO_MANY
 */
export function keepAttachment(ctx: Ctx, from: string, file: Kept) {
  const { userId } = whoOf(ctx)
  return keepContent(ctx, from, file, { createdBy: userId }, async (inner) => {
    // asked before for who has too many already, and here for those that come together
    if (inner.dialect === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, ${userId})`.execute(inner.db)
    await refuseTooMany(inner, userId, file.size)
  })
}

/**
 * The same of whoever: of strangers nobody's, and whoever attaches it shows that it is theirs in a way of their own.
 * @param by who sends it, or a mark of where a stranger does
 * @param refuse may throw within the transaction that keeps it
 */
export async function keepContent(
  ctx: Ctx,
  from: string,
  { to, name, kind, size }: Kept,
  by: { readonly createdBy: number } | { readonly sender: string },
  refuse: (ctx: Ctx) => Promise<void>,
) {
  const folder = attachmentsIn(ctx.parts.dataDir)
  makeFolder(folder, 0o700)
  const stored = randomUUID()
  const path = join(folder, stored)
  // another disk, maybe
  await copyFile(from, path, constants.COPYFILE_EXCL)
  await chmod(path, 0o600)
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
  try {
    return await ctx.transaction(async (inner) => {
      await refuse(inner)
      const place = { rowId: 0, wasRowId: 0, place: 0 }
      const row = { to, ...place, name, kind, size, stored, ...by, movedAt: ctx.now }
      const { id } = await inner.db.insertInto('attachment').values(row).returning('id').executeTakeFirstOrThrow()
      inner.record({ ids: [id], after: { name, size } })
      return { id: String(id), name, kind, size }
    })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** A file that lies with another row, or what is to become one. */
type Lying = Pick<Kept, 'name' | 'kind'> &
  ({ readonly stored: string; readonly size: number } | { readonly content: Uint8Array })

/** Keeps what some files hold with a row as well, whatever becomes of the rows that have them (`keptPlace`). @throws Refused NOT_FOUND */
export async function keepAlso(ctx: Ctx, to: string, rowId: number, files: readonly Lying[]): Promise<void> {
  const folder = attachmentsIn(ctx.parts.dataDir)
  makeFolder(folder, 0o700)
  for (const one of files) {
    const stored = randomUUID()
    const path = join(folder, stored)
    if ('content' in one) await writeFile(path, one.content, { mode: 0o600, flush: true })
    else {
      const from = await storedPath(ctx, one)
      await link(from, path).catch(() => copyFile(from, path, constants.COPYFILE_EXCL))
    }
    const size = 'content' in one ? one.content.length : one.size
    const { name, kind } = one
    const row = { to, rowId, wasRowId: 0, place: keptPlace, name, kind, size, stored, movedAt: ctx.now }
    await ctx.db
      .insertInto('attachment')
      .values({ ...row, createdBy: whoOf(ctx).userId })
      .execute()
  }
}

/** Who reads the files of a table's row beside those who hold the right: to whom a notice was sent, and none of their scripts. */
const alsoReads: Readonly<Record<string, (ctx: Ctx, rowId: number) => Promise<boolean>>> = { notice: isMine }

/** What hides a row, and its files, from who reaches it: a draft is its writer's own. */
const alsoAsked: Readonly<Record<string, (ctx: Ctx) => Condition>> = { report: noForeignDraft }

/** The row in which another one stands: who reads that one is to judge by what this one brought. */
const standsIn: Readonly<Record<string, (ctx: Ctx, rowId: number) => Promise<number | null>>> = { mail: heldBy }

/** Whether the caller reads the row: by the right that its declaration names, within the scope of that right. */
async function sees(ctx: Ctx, to: string, rowId: number): Promise<boolean> {
  if (whoOf(ctx).kind === 'person' && (await alsoReads[to]?.(ctx, rowId))) return true
  const of = attachables.get(to)
  const table = tables.get(to)
  if (!of || !table || !may(whoOf(ctx).rights, of.seen as Right)) return false
  // what lies in the recycle bin is read by nobody
  const live = Object.hasOwn(table.columns, 'deletedAt') ? [isEmpty('deletedAt')] : []
  const asked = alsoAsked[to]?.(ctx)
  const where = [...scopeOf(ctx, table, of.seen), ...live, ...(asked ? [asked] : []), test('id', '=', rowId)]
  const query = (ctx.db as unknown as AnyDb).selectFrom(to).select('id').where(allHold(where))
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether the caller reads the row, or the one in which it stands. */
async function readsRow(ctx: Ctx, to: string, rowId: number): Promise<boolean> {
  if (await sees(ctx, to, rowId)) return true
  const into = await standsIn[to]?.(ctx, rowId)
  return into != null && sees(ctx, to, into)
}

async function get(ctx: Ctx, { id }: { id: number }) {
  const found = await ctx.db.selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirst()
  const { kind: by, userId } = whoOf(ctx)
  const waits = found?.rowId === 0 && found.createdBy === userId
  const own = waits && (by === 'person' || mayGive(ctx, attachables.get(found.to)))
  if (!found || !(own || (await readsRow(ctx, found.to, found.rowId))))
    throw new Refused('NOT_FOUND', `附件 ${id} 不存在或无权查看`)
  const path = await storedPath(ctx, found)
  ctx.record({ ids: [id], after: { name: found.name } })
  return fileReply(path, found)
}

/** Where a file's content lies. @throws Refused NOT_FOUND where it is gone */
export async function storedPath({ parts }: Ctx, { stored, name }: { stored: string; name: string }): Promise<string> {
  const path = join(attachmentsIn(parts.dataDir), stored)
  const handle = await open(path).catch(() => null)
  if (!handle) throw new Refused('NOT_FOUND', `附件「${name}」的内容不在服务器上，请联系管理员`)
  await handle.close()
  return path
}

/** A file to be saved, whatever it is. */
export function fileReply(path: string, found: { readonly name: string; readonly size: number }): FileReply {
  const headers = { 'content-length': String(found.size), 'content-security-policy': sandboxed }
  return new FileReply('application/octet-stream', createReadStream(path), found.name, headers)
}

export const attachment = implement(contract, {
  upload: ownTransactions(upload),
  get,
})
