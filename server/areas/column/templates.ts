import { templateName } from '../../../core/domain/skin-files.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { templateOf } from '../../site/render.ts'
import { loadSettings } from '../../site/settings.ts'
import { loadSkinFiles } from '../../site/skin-files.ts'
import type { Row } from './fields.ts'

/** The templates of a skin that a column may choose, by the start of their names. */
export const kinds = [
  ['article', '文章页'],
  ['list', '列表页'],
  ['single', '单页'],
] as const

/** What a column may choose from. */
export async function choices(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const { 'site.skin': name } = await loadSettings({ read: ctx.db })
  const { files } = await loadSkinFiles(ctx.db, name, ctx.parts.site.site.skins)
  const templates = Object.keys(files).filter((path) => path.endsWith('.liquid'))
  return templates.sort().flatMap((path) => {
    const template = templateName(path)
    const kind = kinds.find(([prefix]) => template === prefix || template.startsWith(`${prefix}-`))
    return kind ? [{ id: template, name: template === kind[0] ? kind[1] : `${kind[1]}（${template}）` }] : []
  })
}

const fields = [
  ['articleTemplate', '文章页模板（columnUrl）'],
  ['listTemplate', '列表页模板（columnListUrl）'],
] as const

/** Refuses templates that are not there: each run of the site would fail for them. What a column of an older version has stays as it is. */
export async function refuseTemplates(ctx: Ctx, sent: Partial<Row>, self: number): Promise<void> {
  const given = fields.filter(([field]) => sent[field])
  if (given.length === 0) return
  const there = (await choices(ctx)).map(({ id }) => id)
  const wrong = given.filter(([field]) => !there.includes(templateOf(sent[field] ?? null, '')))
  if (wrong.length === 0) return
  const stored = await ctx.db
    .selectFrom('column')
    .select(['articleTemplate', 'listTemplate'])
    .where('id', '=', self)
    .executeTakeFirst()
  const changed = wrong.find(([field]) => sent[field] !== stored?.[field])
  if (changed) throw new Refused('BAD_INPUT', `${changed[1]}：没有这个模板；可用：${there.join('、')}`)
}
