import { defaultOf, type SettingName, settingNames, settingOf } from '../../core/domain/settings.ts'
import { Refused } from '../../core/errors.ts'
import type { Db } from '../db/open.ts'

export type SiteSettingName = Extract<SettingName, `site.${string}`>
export type SiteSettings = Readonly<Record<SiteSettingName, string>>

/** The settings that the pages show. */
export const siteSettingNames = settingNames.filter((name): name is SiteSettingName => name.startsWith('site.'))
const defaults = Object.fromEntries(siteSettingNames.map((name) => [name, defaultOf(name)])) as SiteSettings

/** The settings of the site: stored values over the defaults. */
export async function loadSettings(db: Pick<Db, 'read'>): Promise<SiteSettings> {
  const rows = await db.read.selectFrom('setting').select(['name', 'value']).where('name', 'like', 'site.%').execute()
  const needed = (name: string) => 'needed' in settingOf(name as SettingName)
  const stored = rows.filter(
    ({ name, value }) => Object.hasOwn(defaults, name) && (value.trim() !== '' || !needed(name)),
  )
  return { ...defaults, ...Object.fromEntries(stored.map((row) => [row.name, row.value.trim()])) }
}

/** `site.base` in its two parts: the origin for absolute addresses and the path in front of links (no slash at the end). */
export function baseOf(base: string): { origin: string; path: string } {
  const url = URL.canParse(base) ? new URL(base) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Refused('BAD_INPUT', `网站网址（site.base）不是有效的网址：${base}`)
  return { origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, '') }
}

/** Where staff look at pages: at the site's own address once it has one, until then on the server that they are on. */
export function lookBase(settings: SiteSettings): string {
  const { origin, path } = baseOf(settings['site.base'])
  return settings['site.base'] === defaults['site.base'] ? path : `${origin}${path}`
}

/** Where pages find the calls: another origin, or '' where they are on the pages' own. */
export const serviceOf = (settings: Pick<SiteSettings, 'site.service'>): string =>
  URL.canParse(settings['site.service']) ? new URL(settings['site.service']).origin : ''
