import { chunksOf } from '../../../core/chunks.ts'
import { longText } from '../../clean-text.ts'
import { type Ctx, type Parts, whoOf } from '../../context.ts'
import { setting } from '../../settings.ts'
import { type Around, type Linking, type LinkTo, linksOf } from '../../site/links.ts'
import { baseOf } from '../../site/settings.ts'

/** Links in articles that lead nowhere (docs/rules.md, Links): told at submission, and looked for each night. */

export const inside = 0 as const
export const outside = 1 as const

/** A link that leads nowhere, and why. */
export interface Dead {
  readonly address: string
  readonly text: string
  readonly place: typeof inside | typeof outside
  readonly why: string
}

/** Where the site is, and where what visitors are handed lies. */
export async function aroundOf({ db, site }: Parts): Promise<Around> {
  const { folder, pictures } = site.site
  const base = baseOf(await setting(db.read, 'site.base'))
  return { ...base, folder, pictures: [pictures.shown, pictures.hidden] }
}

/** What of the links of some texts leads nowhere within the site; one question for all. */
export async function deadInside({ db }: Pick<Parts, 'db'>, found: readonly (readonly LinkTo[])[]): Promise<Dead[][]> {
  const targets = found.flat()
  const ids = [...new Set(targets.flatMap(({ article }) => article ?? []))]
  const online = new Set<number>()
  const files = new Set<string>()
  for (const some of chunksOf(ids, 500)) {
    const rows = await db.read
      .selectFrom('article')
      .select('id')
      .where('id', 'in', some)
      .where('status', '=', 2)
      .where('deletedAt', 'is', null)
      .execute()
    for (const { id } of rows) online.add(id)
  }
  const stored = [...new Set(targets.flatMap((target) => target.stored ?? []))]
  for (const some of chunksOf(stored, 500)) {
    const rows = await db.read
      .selectFrom('attachment')
      .select(['rowId', 'stored'])
      .where('stored', 'in', some)
      .where('to', '=', 'article')
      .execute()
    for (const row of rows) files.add(`${row.rowId} ${row.stored}`)
  }
  const whyOf = ({ article, stored: file, missing }: LinkTo): string | null => {
    if (missing) return '网站上没有这个页面或文件'
    if (article === undefined) return null
    if (!online.has(article)) return '文章不在网站上，可能已下架或删除'
    return file !== undefined && !files.has(`${article} ${file}`) ? '文章没有这个附件' : null
  }
  return found.map((some) =>
    some.flatMap((one) => {
      const why = whyOf(one)
      return why === null ? [] : [{ address: one.address, text: one.text, place: inside, why }]
    }),
  )
}

/** What leads nowhere in a text that stands in a form, or goes to who audits it; of other sites what the last night found. */
export async function deadIn(ctx: Ctx, text: Linking): Promise<Dead[]> {
  const { parts } = ctx
  const input = { texts: [text], around: await aroundOf(parts) }
  const aside = text.html.length > longText
  const [found = []] = aside
    ? await parts.work.texts.run('lookForLinks', input, `user ${whoOf(ctx).userId}`)
    : linksOf(input)
  const [own = []] = await deadInside(parts, [found])
  const others = new Map(found.flatMap((one) => (one.outside ? [[one.address, one.text] as const] : [])))
  if (others.size === 0) return own
  const known = await parts.db.read
    .selectFrom('deadLink')
    .select(['address', 'why'])
    .distinct()
    .where('place', '=', outside)
    .where('address', 'in', [...others.keys()])
    .execute()
  const told = known.map(({ address, why }) => ({ address, text: others.get(address) ?? '', place: outside, why }))
  return [...own, ...told] as Dead[]
}
