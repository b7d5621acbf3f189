import type { SkinRow } from '../../../core/contract/template.ts'
import { skinLimits } from '../../../core/domain/skin-files.ts'
import { Refused } from '../../../core/errors.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { chainOf, loadSkinFiles, shippedSkins } from '../../site/skin-files.ts'
import { write } from '../setting/write.ts'
import { activeSkin, problemSays, refuseUnfitSkin, skinsOf, tried } from './fit.ts'
import { skinRow } from './read.ts'
import { hold } from './write.ts'

/** Skins as a whole: which one the site has, and those that are made here. */

/** Tries a skin that the site is to have. @throws Refused with the first thing that is wrong */
export async function tryUse(ctx: Ctx, { skin }: { skin: string }): Promise<string> {
  await refuseUnfitSkin(ctx, skin)
  const [first] = (await tried(ctx, await loadSkinFiles(ctx.db, skin, skinsOf(ctx)))).problems
  if (first) throw new Refused('BAD_INPUT', `没有更换：${problemSays(first)}`)
  return skin
}

/** Lets the site have a skin. */
export async function use(ctx: Ctx, skin: string): Promise<SkinRow> {
  await hold(ctx)
  await refuseUnfitSkin(ctx, skin)
  const change = await write(ctx, new Map([['site.skin', skin]]))
  if (change) ctx.record({ before: change.before, after: change.after })
  return skinRow(ctx, skin)
}

/** Makes a skin that stands on another one: what nobody writes of it follows that. */
export async function copy(ctx: Ctx, given: { skin: string; name: string; title: string }): Promise<SkinRow> {
  await hold(ctx)
  const { skin: base, name, title } = given
  const chain = await chainOf(ctx.db, base, skinsOf(ctx))
  if (chain.length >= skinLimits.bases)
    throw new Refused('BAD_STATE', `一套皮肤后面最多有 ${skinLimits.bases - 1} 套基础皮肤`)
  const shipped = [...shippedSkins(skinsOf(ctx)).values()]
  const made = await ctx.db.selectFrom('skin').select(['name', 'title']).execute()
  const same = [...shipped, ...made].find((one) => one.name === name || one.title === title)
  if (same) {
    const field = same.name === name ? `名称（name）：「${name}」` : `标题（title）：「${title}」`
    throw new Refused('CONFLICT', `${field}已存在`)
  }
  if (made.length >= skinLimits.skins)
    throw new Refused('BAD_STATE', `最多新建 ${skinLimits.skins} 套皮肤，请先删除不用的`)
  const by = asStaff(ctx.who)?.userId ?? null
  const kept = { createdBy: by, createdAt: ctx.now, updatedBy: by, updatedAt: ctx.now, version: 1 }
  const row = { name, title, base, ...kept }
  const { id } = await ctx.db.insertInto('skin').values(row).returning('id').executeTakeFirstOrThrow()
  ctx.record({ ids: [id], after: { name, title, base } })
  return skinRow(ctx, name)
}

/** Takes a skin away that was made here, with all that was written of it. */
export async function remove(ctx: Ctx, { skin: name }: { skin: string }): Promise<{ name: string }> {
  await hold(ctx)
  const { db } = ctx
  if (shippedSkins(skinsOf(ctx)).has(name))
    throw new Refused('BAD_STATE', '随程序提供的皮肤不能删除，修改过的文件可以恢复原样')
  const row = await db.selectFrom('skin').select(['id', 'title', 'base']).where('name', '=', name).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `网站皮肤 ${name} 不存在`)
  if ((await activeSkin(ctx)) === name) throw new Refused('BAD_STATE', '网站正在使用这套皮肤，请先换成别的')
  const above = await db.selectFrom('skin').select('title').where('base', '=', name).executeTakeFirst()
  if (above) throw new Refused('BAD_STATE', `皮肤「${above.title}」以它为基础，不能删除`)
  const files = db.selectFrom('skinFile').select('id').where('skin', '=', name)
  await db.deleteFrom('skinRevision').where('skinFileId', 'in', files).execute()
  await db.deleteFrom('skinFile').where('skin', '=', name).execute()
  await db.deleteFrom('skin').where('id', '=', row.id).execute()
  ctx.record({ ids: [row.id], before: { name, title: row.title, base: row.base } })
  return { name }
}
