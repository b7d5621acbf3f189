import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { people as contract } from '../../../core/contract/people.ts'
import { filesOf } from '../../../core/domain/images.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, needVisitor } from '../../context.ts'
import { people } from '../../db/tables/visitor.ts'
import { sealed } from '../../rows/personal.ts'
import { oneUpload, shownFile, storeAll } from '../file/store.ts'
import { keepStep } from './audit.ts'

/** What visitors do with their own data. */

const approved = 2
/** More than anybody needs; each of more takes the place of an earlier one. */
const picturesMax = 10

export const ownRow = (ctx: Ctx) =>
  ctx.db.selectFrom('people').selectAll().where('id', '=', needVisitor(ctx).peopleId).executeTakeFirstOrThrow()

/** A picture of the caller's own, by its address or its name. */
async function ownPicture(ctx: Ctx, url: string) {
  const name = url.replace(/^\/uploads\//, '')
  const row = ctx.db.selectFrom('file').select(['id', 'name']).where('name', '=', name)
  return row.where('peopleId', '=', needVisitor(ctx).peopleId).executeTakeFirst()
}

const asksStaff = '需要更改请联系网站工作人员'

/** What the staff have judged stays what they have seen. @throws Refused BAD_STATE for the picture of an approved visitor's data */
async function refuseJudged(ctx: Ctx, url: string): Promise<void> {
  const found = ctx.db.selectFrom('people').select(['photo', 'userStatus']).where('id', '=', needVisitor(ctx).peopleId)
  const row = await (ctx.dialect === 'postgres' ? found.forUpdate() : found).executeTakeFirstOrThrow()
  if (row.userStatus === approved && row.photo === url)
    throw new Refused('BAD_STATE', `这张图片是已通过审核的头像，不能替换，${asksStaff}`)
}

/** Takes over what a visitor says of themselves, to be judged. @throws Refused BAD_STATE once it is approved */
export async function completeOwn(ctx: Ctx, given: Parsed<typeof contract.siteComplete>): Promise<void> {
  const row = await ownRow(ctx)
  if (row.userStatus === approved) throw new Refused('BAD_STATE', `资料已通过审核，${asksStaff}`)
  const { photo, peopleName, idNumber, address } = given
  if (photo && !(await ownPicture(ctx, photo)))
    throw new Refused('NOT_FOUND', '头像（photo）：请先上传，再用上传后得到的地址')
  const values = sealed(ctx.parts.secret, people, { peopleName, idNumber, address: address || null })
  await ctx.db
    .updateTable('people')
    .set({ ...values, ...(photo !== undefined && { photo: photo || null }), userStatus: 1, auditReason: null, read: 0 })
    .set({ updatedAt: ctx.now, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  await keepStep(ctx, { ...row, userStatus: 1 }, { act: '提交资料' })
  ctx.record({ ids: [row.id], before: { userStatus: row.userStatus }, after: { userStatus: 1 } })
}

/**
 * Keeps a picture of a visitor's. `fileUrl` names one of their own that it takes the place of, and never a path: it is looked up among
 * what they have uploaded.
 */
export async function uploadOwn(ctx: Ctx, { fileUrl, file }: { fileUrl: string; file: unknown }) {
  const { peopleId } = needVisitor(ctx)
  const url = fileUrl.trim()
  const earlier = url === '' ? undefined : await ownPicture(ctx, url)
  if (url !== '' && !earlier)
    throw new Refused('NOT_FOUND', '要替换的本人图片（fileUrl）：没有这张图片，第一次上传请留空')
  if (!earlier) {
    const have = await ctx.db
      .selectFrom('file')
      .select('id')
      .where('peopleId', '=', peopleId)
      .limit(picturesMax)
      .execute()
    if (have.length >= picturesMax)
      throw new Refused('BAD_STATE', `最多保留 ${picturesMax} 张图片，请用 fileUrl 指明要替换的一张`)
  }
  const [kept] = await storeAll(ctx, oneUpload(file), 'image', async (inner) => {
    const { db } = inner
    if (!earlier) return
    const shown = `/uploads/${earlier.name}`
    await refuseJudged(inner, shown)
    await db.deleteFrom('file').where('id', '=', earlier.id).execute()
    await db.updateTable('people').set({ photo: null }).where('id', '=', peopleId).where('photo', '=', shown).execute()
  })
  if (earlier)
    for (const name of filesOf(earlier.name)) await rm(join(ctx.parts.dataDir, 'uploads', name), { force: true })
  return shownFile(kept as NonNullable<typeof kept>)
}
