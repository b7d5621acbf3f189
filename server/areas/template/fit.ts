import type { Kysely } from 'kysely'
import { isSkinPath, splitFileName } from '../../../core/domain/skin-files.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/tables.ts'
import { callerOf } from '../../http/caller.ts'
import { templateOf } from '../../site/render.ts'
import { loadSettings } from '../../site/settings.ts'
import { openSkin, TemplateFault } from '../../site/skin.ts'
import { chainOf, loadSkinFiles, type SkinFiles } from '../../site/skin-files.ts'
import type { Problem } from '../../site/trial.ts'

/** What a skin must be before pages are made with it. */

/** The folder of the skins that come with the program. */
export const skinsOf = (ctx: Ctx) => ctx.parts.site.site.skins

/** The skin that the site has now. */
export const activeSkin = async ({ db }: Pick<Ctx, 'db'>): Promise<string> =>
  (await loadSettings({ read: db }))['site.skin']

/** @throws Refused BAD_INPUT for what names no file of a skin: nothing else is ever looked for. */
export function needFileName(fileName: string): { skin: string; path: string } {
  const found = splitFileName(fileName)
  if (found) return found
  throw new Refused(
    'BAD_INPUT',
    `文件「${fileName}」不是皮肤中的文件：应为 皮肤/名称.liquid、皮肤/assets/名称 或 皮肤/assets/文件夹/名称.css，名称只用小写字母、数字、- 和 _`,
  )
}

/** The templates that columns name and a skin has not, with the columns. */
async function missingFor(db: Kysely<Schema>, { files }: SkinFiles): Promise<string[]> {
  const columns = await db.selectFrom('column').select(['title', 'articleTemplate', 'listTemplate']).execute()
  return columns.flatMap(({ title, articleTemplate, listTemplate }) =>
    [articleTemplate, listTemplate].flatMap((name) => {
      const template = templateOf(name, '')
      return template === '' || Object.hasOwn(files, `${template}.liquid`) ? [] : [`栏目「${title}」的模板 ${template}`]
    }),
  )
}

/** Refuses a skin that is not there, cannot be read, or has not what columns name. */
export async function refuseUnfitSkin(ctx: Ctx, name: string): Promise<void> {
  const files = await loadSkinFiles(ctx.db, name, skinsOf(ctx))
  const skin = openSkin(files)
  for (const template of skin.templates)
    try {
      skin.parse(template)
    } catch (error) {
      if (error instanceof TemplateFault) throw new Refused('BAD_INPUT', error.message)
      throw error
    }
  const missing = await missingFor(ctx.db, files)
  if (missing.length > 0) throw new Refused('BAD_INPUT', `这套皮肤没有${missing.slice(0, 5).join('、')}`)
}

/** What a thread needs to try a skin. */
export const taskOf = ({ parts }: Ctx, skin: SkinFiles) => {
  const { database, key } = parts.site.site
  return { database, key, now: parts.now(), skin }
}

/** Tries a skin in a thread. @throws Refused TOO_LARGE where it runs away */
export const tried = (ctx: Ctx, skin: SkinFiles): Promise<{ problems: Problem[]; pages: number }> =>
  ctx.parts.work.templates.run(
    'trySkin',
    taskOf(ctx, skin),
    callerOf(ctx.who, ctx.call.address),
    () => !ctx.call.gone(),
  )

const placeOf = ({ path, line, column }: Problem) => {
  if (path === '') return ''
  const at = line === null ? '' : ` 第 ${line} 行${column === null ? '' : `第 ${column} 列`}`
  return `${path}${at}：`
}
/** A problem as people read it. */
export const problemSays = (one: Problem): string =>
  `${placeOf(one)}${one.says}${one.page ? `（生成 ${one.page} 时）` : ''}`

/**
 * Refuses files that would break a page which is not broken already: of two broken templates, each can be mended by itself.
 * @throws Refused BAD_INPUT naming file, line and column; its detail has all of them
 */
export async function refuseBroken(ctx: Ctx, now: SkinFiles, wanted: SkinFiles): Promise<void> {
  const [before, after] = [await missingFor(ctx.db, now), await missingFor(ctx.db, wanted)]
  const gone = after.find((one) => !before.includes(one))
  if (gone) throw new Refused('BAD_STATE', `${gone} 正在使用，不能删除或改名`)
  const { problems } = await tried(ctx, wanted)
  if (problems.length === 0) return
  const known = new Set((await tried(ctx, now)).problems.map(({ path, says }) => `${path} ${says}`))
  const fresh = problems.filter(({ path, says }) => !known.has(`${path} ${says}`))
  const [first] = fresh
  if (!first) return
  const more = fresh.length > 1 ? `；共 ${fresh.length} 处问题` : ''
  throw new Refused('BAD_INPUT', `没有保存：${problemSays(first)}${more}`, {
    problems: fresh.map((one) => ({ ...one, fileName: one.path && `${wanted.name}/${one.path}` })),
  })
}

/** The skins whose pages a change of one shows on: itself, and the site's where that stands on it. */
export async function concerned(ctx: Ctx, skin: string): Promise<string[]> {
  const active = await activeSkin(ctx)
  if (active === skin) return [skin]
  const chain = await chainOf(ctx.db, active, skinsOf(ctx)).catch((): string[] => [])
  return chain.includes(skin) ? [skin, active] : [skin]
}

/** A file name by which visitors' programs call a file of the site's skin, or of the skin that it names. */
export async function fileOfUrl(ctx: Ctx, fileUrl: string, uploaded = ''): Promise<{ skin: string; path: string }> {
  const given = fileUrl.trim().replace(/^\/+/, '')
  const [first = '', ...rest] = given.split('/')
  const named = await chainOf(ctx.db, first, skinsOf(ctx)).then(
    () => true,
    () => false,
  )
  const skin = named ? first : await activeSkin(ctx)
  const path = named ? rest.join('/') : given
  const whole = isSkinPath(path) || uploaded === '' ? path : `${path.replace(/(?<!\/)\/+$/, '')}/${uploaded}`
  return needFileName(`${skin}/${whole.replace(/^\//, '')}`)
}
