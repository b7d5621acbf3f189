import { areas } from '../../core/contract/areas.ts'
import { type App, apps } from '../../core/domain/enums.ts'

/** An entry of the left menu as xzx ships it. */
export interface MenuEntry {
  readonly alias: string
  readonly name: string
  readonly type: 'Catalogue' | 'Menu'
  readonly parent?: string
  readonly url?: string
  readonly icon?: string
  /** Areas whose permission keys hang under this entry; it is shipped once one of them exists. None: always. */
  readonly areas?: readonly string[]
  /** The console that it is for; none: whichever has its address. */
  readonly app?: App
}

/** A catalogue with its screens: alias, name, address under /main/, areas. */
type Screens = readonly (readonly [alias: string, name: string, url: string, areas: readonly string[]])[]

const catalogue = (
  alias: string,
  name: string,
  icon: string,
  screens: Screens,
  { at = '/main', ...app }: { readonly at?: string; readonly app?: App } = {},
): MenuEntry[] => [
  { alias, name, icon, type: 'Catalogue', ...app },
  ...screens.map(
    ([own, title, url, areas]): MenuEntry => ({
      ...{ alias: own, name: title, type: 'Menu', parent: alias, url: `${at}/${url}`, areas },
      ...app,
    }),
  ),
]

/** The addresses of the reporting console, and the console that has them. */
const reporting = { at: '/report', app: 'reportSite' } as const

/** The whole left menu of the specification (main-console §2), in its order; an area that it has no entry for stands with its like, or has an entry of its own (`ownEntry`). */
export const menu: readonly MenuEntry[] = [
  ...catalogue('home', '首页', 'home', [
    ['home_audit', '审核首页', 'home/audit', []],
    ['home_desk', '工作首页', 'home/desk', []],
    ['assigned', '交办任务', 'home/assigned', ['assignment']],
    // not of the specification: what was sent to oneself is for everybody, and holds no key
    ['myNotice', '通知公告', 'home/notice', []],
    // one's own, too
    ['myExports', '导出任务', 'exportTask', []],
  ]),
  ...catalogue('content', '内容管理', 'file', [
    [
      'essay',
      '文章管理',
      'article/essay',
      ['article', 'file', 'attachment', 'home', 'inbox', 'plan', 'editor', 'voice', 'news', 'form', 'exportTask'],
    ],
    ['static', '静态页面生成', 'article/static', ['generate']],
    ['column', '栏目管理', 'article/column', ['column']],
    ['announcement', '公告', 'article/announcement', ['announcement']],
    ['popula', '推荐链接', 'article/popula', ['popula']],
    ['contentSearch', '内容检索', 'article/contentSearch', ['search']],
    ['bulletin', '公报', 'article/bulletin', ['bulletin']],
    ['report', '信息报送', 'article/report', ['report']],
  ]),
  ...catalogue('interact', '互动交流', 'message', [
    ['LeaderMailbox', '领导信箱', 'interact/LeaderMailbox', ['mail', 'mailCount', 'mailForum']],
    ['problemExamine', '问卷调查', 'interact/problemExamine', ['survey']],
    ['suggest', '意见建议', 'interact/suggest', ['suggestion']],
    ['advice', '意见答复', 'interact/advice', ['advice']],
    ['apply', '依申请公开', 'interact/apply', ['apply']],
    ['people', '群众用户', 'interact/people', ['people']],
    ['blacklist', '黑名单', 'interact/blacklist', ['blacklist']],
    ['proposalAll', '委员提案', 'interact/proposalAll', ['proposal']],
    // not of the specification, which has no screen for topics
    ['theme', '互动话题', 'interact/theme', ['theme', 'llTheme', 'xaxTheme', 'themeCount']],
    ['plate', '版块', 'interact/plate', ['plate', 'plateRole']],
    ['forum', '论坛话题', 'interact/forum', ['forum']],
    ['product', '产品展示', 'interact/product', ['product']],
    ['industrialProject', '工业项目', 'interact/industrialProject', ['industrialProject']],
    ['celebrity', '名人名录', 'interact/celebrity', ['celebrity']],
  ]),
  ...catalogue('system', '系统设置', 'setting', [
    ['getMenu', '菜单', 'system/getMenu', ['resource', 'menu']],
    ['department', '部门', 'system/department', ['dept']],
    ['dataDict', '数据字典', 'system/dataDict', ['dict', 'region']],
    // not of the specification: what forms and statistics go by, to be looked at; it holds no key
    ['region', '行政区划', 'system/region', []],
    ['role', '角色', 'system/role', ['role']],
    ['user', '用户', 'system/user', ['user']],
    ['template', '模板', 'system/template', ['template']],
    ['CustomModel', '自定义模型', 'system/CustomModel', ['contentModel']],
    ['app', '应用', 'system/app', ['app']],
    ['siteSet', '站点设置', 'system/siteSet', ['setting', 'config', 'visit', 'test', 'other']],
    ['hotWord', '热词', 'system/hotWord', ['hot']],
    ['sensitiveWord', '敏感词', 'system/sensitiveWord', ['sensitive']],
    ['sms', '短信发件箱', 'system/sms', ['sms']],
    ['noticeSetting', '消息提醒设置', 'system/noticeSetting', ['reminder']],
    ['schedule', '计划任务', 'system/schedule', ['schedule']],
    ['userOperationLogInfo', '操作日志', 'system/userOperationLogInfo', ['log', 'auth']],
  ]),
  // the keys of reports stand with their entry above: here a screen says itself what it needs
  ...catalogue('reportHome', '首页', 'home', [['reportToAudit', '信息审核', 'home/audit', []]], reporting),
  ...catalogue(
    'reportInfo',
    '信息报送',
    'file',
    [
      ['infoReport', '报送信息', 'article/infoReport', []],
      ['reportList', '我的报送', 'article/reportList', []],
      ['reportStatistics', '报送统计', 'article/statistics', []],
    ],
    reporting,
  ),
]

/** Where an area's screen stands in the menu that the specification has no place for: said in the area's file. */
export interface OwnEntry {
  /** The catalogue under which it is. */
  readonly under: 'home' | 'content' | 'interact' | 'system'
  readonly name: string
  /** Its address under /main/. */
  readonly url: string
}

/** The menu's entry of such an area: behind those of the specification. */
export const ownEntry = (area: string, { under, name, url }: OwnEntry): MenuEntry => ({
  ...{ alias: area, name, type: 'Menu', parent: under, url: `/main/${url}`, areas: [area] },
})

const ofSpecification: ReadonlySet<string> = new Set(menu.map(({ alias }) => alias))
/** True for an entry that comes with xzx: of the specification, or an area's own. */
export const isShippedMenu = (alias: string): boolean => ofSpecification.has(alias) || Object.hasOwn(areas, alias)

/** What decides whether an entry stands in the menu. */
interface Placed {
  readonly enabled: number
  readonly dingAppKey: string | null
}

/** True for an entry that is shown in a console. One of an app that nobody knows (an older version took any) hides nothing. */
export const isShownIn = (app: string, { enabled, dingAppKey }: Placed): boolean =>
  enabled === 1 && (!dingAppKey || dingAppKey === app || !Object.hasOwn(apps, dingAppKey))

/** True for an address that only the other console has. */
export const leadsElsewhere = (app: string, url: string | null): boolean =>
  url?.startsWith(app === reporting.app ? '/main/' : `${reporting.at}/`) ?? false

/** The entry by which the menu is edited. */
export const menuEditor = 'getMenu'
