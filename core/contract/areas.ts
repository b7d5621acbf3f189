import type { States } from '../domain/states.ts'
import type { Area } from './endpoint.ts'

interface More {
  readonly command?: false
  readonly states?: true
}

/** An area: what people call it, and its declarations, loaded on demand. */
const area = <A extends Area>(says: string, load: () => Promise<A>, more: More = {}) => ({
  says,
  load,
  ...more,
})
/** No command for people: the console's menu and figures, uploads, and what only other programs call. `xzx api` reaches it. */
const withoutCommand = { command: false } as const
/** Its rows go through states: the table of their moves stands with its calls (`statesOf`). */
const withStates = { states: true } as const

/**
 * The areas by their names, each in one line however long, in any order: the only list to extend when one is added. Server, commands,
 * documents and sweeping tests follow it. Lines that were added side by side are kept both (.gitattributes); what else an area has is
 * said in its own files.
 */
// biome-ignore format: an entry of several lines would not survive that
export const areas = {
  advice: area('意见', async () => (await import('./advice.ts')).advice, withStates),
  announcement: area('公告', async () => (await import('./announcement.ts')).announcement),
  app: area('应用', async () => (await import('./app.ts')).app),
  apply: area('依申请公开', async () => (await import('./apply.ts')).apply, withStates),
  article: area('文章', async () => (await import('./article.ts')).article, withStates),
  assignment: area('交办任务', async () => (await import('./assignment.ts')).assignment),
  attachment: area('附件', async () => (await import('./attachment.ts')).attachment, withoutCommand),
  auth: area('登录与账号', async () => (await import('./auth.ts')).auth),
  blacklist: area('黑名单', async () => (await import('./blacklist.ts')).blacklist),
  bulletin: area('公报', async () => (await import('./bulletin.ts')).bulletin, withStates),
  column: area('栏目', async () => (await import('./column.ts')).column),
  compliance: area('合规检查', async () => (await import('./compliance.ts')).compliance),
  config: area('配置文件', async () => (await import('./config.ts')).config, withoutCommand),
  contentModel: area('内容模型', async () => (await import('./contentModel.ts')).contentModel),
  dept: area('部门', async () => (await import('./dept.ts')).dept),
  dict: area('数据字典', async () => (await import('./dict.ts')).dict),
  editor: area('编辑器', async () => (await import('./editor.ts')).editor, withoutCommand),
  form: area('公众表单', async () => (await import('./form.ts')).form, withoutCommand),
  file: area('图片和视频', async () => (await import('./file.ts')).file, withoutCommand),
  forum: area('帖子', async () => (await import('./forum.ts')).forum, withStates),
  questAnswer: area('问答', async () => (await import('./questAnswer.ts')).questAnswer, withStates),
  product: area('产品', async () => (await import('./product.ts')).product, withStates),
  industrialProject: area('工业项目', async () => (await import('./industrialProject.ts')).industrialProject, withStates),
  celebrity: area('名人', async () => (await import('./celebrity.ts')).celebrity, withStates),
  plate: area('版块', async () => (await import('./plate.ts')).plate, withStates),
  plateRole: area('版块角色', async () => (await import('./plateRole.ts')).plateRole),
  generate: area('静态页面生成', async () => (await import('./generate.ts')).generate),
  home: area('首页统计', async () => (await import('./home.ts')).home, withoutCommand),
  hot: area('热词', async () => (await import('./hot.ts')).hot),
  inbox: area('待办', async () => (await import('./inbox.ts')).inbox, withoutCommand),
  interWorking: area('推送', async () => (await import('./interWorking.ts')).interWorking, withStates),
  log: area('操作日志', async () => (await import('./log.ts')).log),
  mail: area('信件', async () => (await import('./mail.ts')).mail, withStates),
  mailCount: area('信件统计', async () => (await import('./mailCount.ts')).mailCount),
  mailForum: area('信件办理', async () => (await import('./mailForum.ts')).mailForum),
  mailPhrase: area('答复用语', async () => (await import('./mailPhrase.ts')).mailPhrase),
  menu: area('菜单', async () => (await import('./menu.ts')).menu, withoutCommand),
  notice: area('通知', async () => (await import('./notice.ts')).notice, withStates),
  news: area('本地新闻', async () => (await import('./news.ts')).news, withoutCommand),
  other: area('测试记录', async () => (await import('./other.ts')).other),
  partner: area('互通单位', async () => (await import('./partner.ts')).partner),
  passwordRule: area('密码规则', async () => (await import('./passwordRule.ts')).passwordRule),
  people: area('群众用户', async () => (await import('./people.ts')).people, withStates),
  periodical: area('期刊', async () => (await import('./periodical.ts')).periodical, withStates),
  plan: area('审核方案', async () => (await import('./plan.ts')).plan, withoutCommand),
  popula: area('推荐链接', async () => (await import('./popula.ts')).popula),
  region: area('行政区划', async () => (await import('./region.ts')).region),
  reminder: area('消息提醒', async () => (await import('./reminder.ts')).reminder),
  report: area('信息报送', async () => (await import('./report.ts')).report, withStates),
  resource: area('菜单和权限', async () => (await import('./resource.ts')).resource),
  role: area('角色', async () => (await import('./role.ts')).role),
  schedule: area('计划任务', async () => (await import('./schedule.ts')).schedule),
  search: area('内容检索', async () => (await import('./search.ts')).search),
  sensitive: area('敏感词', async () => (await import('./sensitive.ts')).sensitive),
  setting: area('站点设置', async () => (await import('./setting.ts')).setting),
  sms: area('短信', async () => (await import('./sms.ts')).sms),
  special: area('专题', async () => (await import('./special.ts')).special, withStates),
  stats: area('统计', async () => (await import('./stats.ts')).stats),
  suggestion: area('建议', async () => (await import('./suggestion.ts')).suggestion, withStates),
  survey: area('问卷', async () => (await import('./survey.ts')).survey, withStates),
  template: area('网站模板', async () => (await import('./template.ts')).template),
  test: area('连接测试', async () => (await import('./test.ts')).test, withoutCommand),
  theme: area('话题', async () => (await import('./theme.ts')).theme, withStates),
  llTheme: area('履职话题', async () => (await import('./llTheme.ts')).llTheme, withStates),
  xaxTheme: area('民生话题', async () => (await import('./xaxTheme.ts')).xaxTheme, withStates),
  themeCount: area('话题统计', async () => (await import('./themeCount.ts')).themeCount),
  proposal: area('提案', async () => (await import('./proposal.ts')).proposal, withStates),
  user: area('用户', async () => (await import('./user.ts')).user),
  website: area('网站与服务器', async () => (await import('./website.ts')).website),
  workday: area('工作日历', async () => (await import('./workday.ts')).workday),
  exportTask: area('导出任务', async () => (await import('./exportTask.ts')).exportTask),
  voice: area('语音', async () => (await import('./voice.ts')).voice),
  visit: area('访问统计', async () => (await import('./visit.ts')).visit, withoutCommand),
} as const

export type AreaName = keyof typeof areas
/** All areas with their calls, as types. */
export type Contract = { readonly [N in AreaName]: Awaited<ReturnType<(typeof areas)[N]['load']>> }

/** Loads every area: for the server, the documents and the sweeping tests. */
export async function wholeContract(): Promise<Contract> {
  const entries = await Promise.all(
    Object.entries(areas).map(async ([name, { load }]) => [name, await load()] as const),
  )
  return Object.fromEntries(entries) as Contract
}

/** The table of moves of an area's rows, as its calls name it; null where they go through none. */
export const statesOf = (calls: Area): States | null =>
  Object.values(calls).find(({ states }) => states)?.states ?? null

/** Walks all endpoints as `[area, call, endpoint]`. */
export function* eachEndpoint(contract: Readonly<Record<string, Area>>) {
  for (const [area, calls] of Object.entries(contract))
    for (const [call, e] of Object.entries(calls)) yield [area, call, e] as const
}
