import { Refused } from '../../core/errors.ts'
import type { Db } from '../db/open.ts'

/** What the pages say about the site: rows of table `setting`, with these values where there is none. The numbers are evident placeholders. */
export const siteDefaults = {
  'site.name': '青石县政协',
  'site.fullName': '中国人民政治协商会议青石县委员会',
  'site.description':
    '青石县政协网站，发布政协要闻、通知公告、提案工作、委员风采等信息，是人民政协联系界别群众的窗口。',
  'site.keywords': '青石县,政协,提案,委员,社情民意',
  /** Absolute address under which the site folder is served: RSS, sitemap; its path is in front of every link. */
  'site.base': 'http://127.0.0.1:8080/site',
  'site.skin': 'default',
  'site.host': '政协青石县委员会办公室',
  'site.operator': '青石县政协信息中心',
  'site.code': '0000000000',
  'site.icp': '冀ICP备00000000号',
  'site.police': '公网安备 00000000000000号',
  'site.phone': '0000-0000000',
  'site.address': '青石县人民路 1 号',
  /** The page that the sign of party and government bodies leads to, which its issuer names; '' where there is none yet. */
  'site.badge': '',
  /** The folder of the column whose columns, or articles where it has none, stand on the front page as topics. */
  'site.topics': 'zhuanti',
  /** The folders of the columns through which people take part, for the front page's block 互动交流. */
  'site.interact': 'sheqing,tian-banli',
  'site.errorReport': 'https://zfwzgl.www.gov.cn/exposure/jiucuo.html',
  /** '0': an approval does not regenerate the pages it touches by itself; a take-down always does. */
  'site.auto': '1',
} as const

export type SettingName = keyof typeof siteDefaults
export type SiteSettings = Readonly<Record<SettingName, string>>

/** The settings of the site: stored values over the defaults. */
export async function loadSettings(db: Pick<Db, 'read'>): Promise<SiteSettings> {
  const rows = await db.read.selectFrom('setting').select(['name', 'value']).where('name', 'like', 'site.%').execute()
  const stored = rows.filter((row) => Object.hasOwn(siteDefaults, row.name) && row.value.trim() !== '')
  return { ...siteDefaults, ...Object.fromEntries(stored.map((row) => [row.name, row.value.trim()])) }
}

/** `site.base` in its two parts: the origin for absolute addresses and the path in front of links (no slash at the end). */
export function baseOf(settings: SiteSettings): { origin: string; path: string } {
  const url = URL.canParse(settings['site.base']) ? new URL(settings['site.base']) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Refused('BAD_INPUT', `站点设置 site.base 不是有效的网址：${settings['site.base']}`)
  return { origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, '') }
}

/** Where staff look at pages: at the site's own address once it has one, until then on the server that they are on. */
export function lookBase(settings: SiteSettings): string {
  const { origin, path } = baseOf(settings)
  return settings['site.base'] === siteDefaults['site.base'] ? path : `${origin}${path}`
}
