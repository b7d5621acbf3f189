import { sql } from 'kysely'
import { endingOf, isFixedFile, isTextFile, skinLimits } from '../../../core/domain/skin-files.ts'
import { Refused } from '../../../core/errors.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { refuseStale } from '../../rows/stale.ts'
import { type Content, chainOf, loadSkinFiles, stateOf, withFile } from '../../site/skin-files.ts'
import { activeSkin, concerned, needFileName, refuseBroken, skinsOf } from './fit.ts'
import { beneath, filesFound } from './read.ts'

/** Files of skins as they are written: tried first, outside of any transaction; written only where nothing has changed meanwhile. */

/** What becomes of one file; null: nothing of its own. */
export interface Change {
  readonly fileName: string
  readonly content: Content | null
  readonly act: string
  readonly version?: number | null | undefined
}

/** Changes that were tried, with the state of the skins on which they were. */
export interface Tried {
  readonly changes: readonly Change[]
  readonly states: readonly { readonly skin: string; readonly state: string }[]
}

const stateNow = async (ctx: Ctx, skin: string) => stateOf(ctx.db, await chainOf(ctx.db, skin, skinsOf(ctx)))

const bytesOf = (content: Content) => Buffer.byteLength(content as string)

function refuseContent({ fileName, content }: Change): void {
  const { path } = needFileName(fileName)
  if (isFixedFile(path))
    throw new Refused(
      'NO_PERMISSION',
      '脚本文件随程序提供，不能新增、修改或删除：能改模板的人不能让访问者的浏览器运行脚本',
    )
  if (content === null) return
  if (isTextFile(path) !== (typeof content === 'string'))
    throw new Refused('BAD_INPUT', isTextFile(path) ? '这个文件应为文本' : '图片请用上传')
  if (typeof content === 'string' && content.length > skinLimits.text)
    throw new Refused('TOO_LARGE', `一个文件最多 ${skinLimits.text / 10_000} 万字`)
  if (typeof content === 'string' && content.includes('\0')) throw new Refused('BAD_INPUT', '内容不是文本')
  if (typeof content !== 'string' && content.length > skinLimits.picture)
    throw new Refused('TOO_LARGE', `皮肤中的图片不能超过 ${skinLimits.picture / 1024 / 1024} MB`)
}

/**
 * Tries changes of one skin's files on pages of the site as it is.
 * @throws Refused with file, line and column of what would break
 */
export async function tryChanges(ctx: Ctx, changes: readonly Change[]): Promise<Tried> {
  for (const change of changes) refuseContent(change)
  const { skin } = needFileName((changes[0] as Change).fileName)
  const states: { skin: string; state: string }[] = []
  for (const one of await concerned(ctx, skin)) {
    states.push({ skin: one, state: await stateNow(ctx, one) })
    const now = await loadSkinFiles(ctx.db, one, skinsOf(ctx))
    let wanted = now
    for (const { fileName, content } of changes) {
      const { path } = needFileName(fileName)
      // where the skin of the site has that file of its own, the change of the one behind it does not show
      if (one !== skin && (await hidden(ctx, one, skin, path))) continue
      wanted = withFile(wanted, path, content ?? (await beneath(ctx, skin, path)))
    }
    if (wanted.stand !== now.stand) await refuseBroken(ctx, now, wanted)
  }
  return { changes, states }
}

/** Whether a skin has a file nearer than another one that stands behind it. */
async function hidden(ctx: Ctx, skin: string, behind: string, path: string): Promise<boolean> {
  for (const one of await chainOf(ctx.db, skin, skinsOf(ctx))) {
    if (one === behind) return false
    const found = (await filesFound(ctx, one)).get(path)
    if (found && found.state !== 'base') return true
  }
  return false
}

/** Any number that no other lock of this database uses. */
const lock = 7_301_041

/** Who writes skins waits for whoever does at the same moment. */
export async function hold({ db, dialect }: Ctx): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, 0)`.execute(db)
}

async function refuseFull(ctx: Ctx, skin: string): Promise<void> {
  const { files, bytes } = await ctx.db
    .selectFrom('skinFile')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('size').as('bytes')])
    .where('skin', '=', skin)
    .where('content', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(files) > skinLimits.files)
    throw new Refused('TOO_LARGE', `一套皮肤最多修改和新增 ${skinLimits.files} 个文件`)
  if (Number(bytes ?? 0) > skinLimits.bytes)
    throw new Refused('TOO_LARGE', `一套皮肤中修改和新增的文件合计不能超过 ${skinLimits.bytes / 1024 / 1024} MB`)
}

/** Keeps the newest wordings of a file. */
async function forgetOld({ db }: Ctx, skinFileId: number, version: number): Promise<void> {
  await db
    .deleteFrom('skinRevision')
    .where('skinFileId', '=', skinFileId)
    .where('version', '<=', version - skinLimits.revisions)
    .execute()
}

const rowOf = ({ db }: Ctx, fileName: string) =>
  db.selectFrom('skinFile').selectAll().where('fileName', '=', fileName).executeTakeFirst()

/** Somebody else was faster with this very file. @throws Refused STALE */
async function refuseOlder(ctx: Ctx, { fileName, version }: Change): Promise<void> {
  const row = await rowOf(ctx, fileName)
  if (row) return refuseStale(ctx, row, version, '文件')
  if (version) throw new Refused('STALE', '该文件已被删除，请核对后再提交', { version: 0 })
}

async function writeOne(ctx: Ctx, { fileName, content, act }: Change): Promise<void> {
  const { skin } = needFileName(fileName)
  const before = await rowOf(ctx, fileName)
  const binary = typeof content === 'string' || content === null ? 0 : 1
  const text = content === null || typeof content === 'string' ? content : Buffer.from(content).toString('base64')
  const size = content === null ? 0 : bytesOf(content)
  const by = asStaff(ctx.who)?.userId ?? null
  const version = (before?.version ?? 0) + 1
  const wording = { size, binary, content: text, version } as const
  const kept = { ...wording, skin, fileName, updatedBy: by, updatedAt: ctx.now }
  let id = before?.id ?? 0
  if (before) await ctx.db.updateTable('skinFile').set(kept).where('id', '=', id).execute()
  else {
    const made = ctx.db.insertInto('skinFile').values({ ...kept, createdBy: by, createdAt: ctx.now })
    id = (await made.returning('id').executeTakeFirstOrThrow()).id
  }
  const step = { ...wording, skinFileId: id, act, createdBy: by, createdAt: ctx.now }
  await ctx.db.insertInto('skinRevision').values(step).execute()
  await forgetOld(ctx, id, version)
  await refuseFull(ctx, skin)
  const was = before && { before: { fileName, size: before.size, version: before.version } }
  ctx.record({ ids: [id], ...was, after: { fileName, size, version } })
}

/** The pages are due that a change of a skin shows on. */
export async function touchSite(ctx: Ctx): Promise<void> {
  await ctx.db.insertInto('touched').values({ articleId: 0, columnId: 0, at: ctx.now }).execute()
  ctx.after(() => ctx.parts.site.showTouched({ wait: false }))
}

/** Writes what was tried. @throws Refused STALE where somebody else was faster, with this file or another one of the skin */
export async function writeTried(ctx: Ctx, { changes, states }: Tried): Promise<void> {
  await hold(ctx)
  for (const change of changes) await refuseOlder(ctx, change)
  for (const { skin, state } of states)
    if ((await stateNow(ctx, skin)) !== state) throw new Refused('STALE', '这套皮肤的别的文件刚刚被修改，请再保存一次')
  for (const change of changes) await writeOne(ctx, change)
  const active = await activeSkin(ctx)
  if (states.some(({ skin }) => skin === active)) await touchSite(ctx)
}

/** A change of the text of one file. @throws Refused as `tryChanges` */
export const tryText = (
  ctx: Ctx,
  fileName: string,
  content: string,
  version: number | null | undefined,
): Promise<Tried> => tryChanges(ctx, [{ fileName, content: content.replaceAll('\r\n', '\n'), act: 'write', version }])

/** Gives a file that was made here another name: the old one goes, with the way back. */
export async function tryRename(ctx: Ctx, fileName: string, newName: string, version?: number | null): Promise<Tried> {
  const [from, to] = [needFileName(fileName), needFileName(newName)]
  if (from.skin !== to.skin) throw new Refused('BAD_INPUT', '只能在同一套皮肤中改名')
  if (endingOf(from.path) !== endingOf(to.path)) throw new Refused('BAD_INPUT', '改名时不能改变文件的种类')
  const found = await filesFound(ctx, from.skin)
  if (found.has(to.path)) throw new Refused('CONFLICT', `新文件名（newName）：${newName} 已存在`)
  const { content } = needOwn(found.get(from.path), fileName, '改名')
  return tryChanges(ctx, [
    { fileName, content: null, act: 'rename', version },
    { fileName: newName, content, act: 'rename' },
  ])
}

type Found = ReturnType<Awaited<ReturnType<typeof filesFound>>['get']>

/** Files that stand on a shipped one, or on that of the skin behind, are restored instead. */
function needOwn(found: Found, fileName: string, doing: string): NonNullable<Found> {
  if (!found) throw new Refused('NOT_FOUND', `文件 ${fileName} 不存在`)
  if (found.state === 'own') return found
  throw new Refused('BAD_STATE', `文件 ${fileName} 随程序提供或来自基础皮肤，不能${doing}；修改过的可以恢复原样`)
}

/** Takes away a file that was made here. */
export async function tryDelete(ctx: Ctx, fileName: string, version?: number | null): Promise<Tried> {
  const { skin, path } = needFileName(fileName)
  needOwn((await filesFound(ctx, skin)).get(path), fileName, '删除')
  return tryChanges(ctx, [{ fileName, content: null, act: 'delete', version }])
}

/** An earlier wording of a file; 0: what it is without any of them. @throws Refused NOT_FOUND */
export async function wordingOf(ctx: Ctx, fileName: string, revision: number): Promise<Content | null> {
  const { skin, path } = needFileName(fileName)
  if (revision === 0) return beneath(ctx, skin, path)
  const row = await ctx.db
    .selectFrom('skinRevision')
    .innerJoin('skinFile', 'skinFile.id', 'skinRevision.skinFileId')
    .select(['skinRevision.content', 'skinRevision.binary'])
    .where('skinFile.fileName', '=', fileName)
    .where('skinRevision.version', '=', revision)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `文件 ${fileName} 没有第 ${revision} 版`)
  if (row.content === null) return beneath(ctx, skin, path)
  return row.binary === 1 ? Buffer.from(row.content, 'base64') : row.content
}

/** Sets a file back to an earlier wording; 0: it follows what is shipped, or the skin behind, again. */
export async function tryRestore(
  ctx: Ctx,
  { fileName, revision, version }: { fileName: string; revision: number; version?: number | null | undefined },
): Promise<Tried> {
  const content = await wordingOf(ctx, fileName, revision)
  if (content === null) throw new Refused('BAD_STATE', `文件 ${fileName} 不随程序提供，没有可以恢复的原样`)
  return tryChanges(ctx, [{ fileName, content: revision === 0 ? null : content, act: 'restore', version }])
}
