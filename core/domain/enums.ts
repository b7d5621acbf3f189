/** Enumerations of the specification with their Chinese words (main-console §3). */
export const newsStatus = {
  0: '待发布',
  1: '待审核',
  2: '已发布',
  3: '编辑中',
  4: '已驳回',
  5: '已下架',
} as const
/** What the clock does with articles. */
export const clockActs = { 0: '发布', 1: '下架' } as const
/** Whether an article stands first in its column's lists. */
export const topStates = { 0: '未置顶', 1: '置顶' } as const
/** Whether an article that waits for its publication is approved, and goes online at its time. */
export const timedStates = { 0: '未定时', 1: '已定时' } as const
export type NewsStatus = 0 | 1 | 2 | 3 | 4 | 5

/** The kinds of rows in the operation log. */
export const logKinds = { operation: '操作', login: '登录', client: '客户端', system: '系统' } as const
/** How what a row of the log tells of has ended; its words stand in the row. */
export const logOutcomes = { 1: '成功', 2: '未成功' } as const
/** What of the log is to be kept an eye on. */
export const logMarks = {
  refused: '没有权限',
  locked: '登录被锁定',
  exported: '导出',
  revealed: '查看完整个人信息',
} as const
export type LogMark = keyof typeof logMarks
export const newsTypes = { 0: '无图', 1: '单图', 2: '视频', 3: '三图' } as const
/** Where an article stands on the front page (`essayList` of the specification); 5 follows from its link. */
export const essayTypes = { 1: '图片', 2: '推荐', 3: '幻灯片', 4: '头条', 5: '跳转' } as const
export const newsCategoryTypes = { URL: '链接', CONTENT: '正文' } as const
export const columnTypes = { 1: '列表栏目', 2: '单页栏目', 3: '链接栏目' } as const
export const dataScopes = { SELF: '本人', DEPART: '本部门', DEPARTS: '本部门及下级', ALL: '全部' } as const
export type DataScope = keyof typeof dataScopes
/** The roles that xzx brings, beside that of the administrator, who holds every key. */
export const shippedRoles = { auditor: '审核员', staff: '部门人员', reporter: '上报员', readonly: '只读' } as const
export type ShippedRole = keyof typeof shippedRoles
export const menuTypes = { Menu: '菜单', Button: '按钮', Catalogue: '目录' } as const
/** What somebody works as (main-console §3, user types shown); it gives no right. */
export const userTypes = { 1: '总控室', 2: '工作人员', 3: '监察人员', 4: '社会公众' } as const
/** Whether somebody of the staff may sign in. */
export const userStates = { 0: '正常', 1: '停用' } as const
export const sexes = { 1: '男', 2: '女' } as const
/** Whether a user must give themselves another password when they sign in next. */
export const mustChange = { 1: '须修改', 0: '不须修改' } as const
/** Whether an account is of the demo county, and whether it may sign in as the server was started. */
export const demoAccounts = { 0: '否', 1: '是', 2: '是，服务没有以 --demo 启动，不能登录' } as const
/** Whether sign-in is locked somewhere by failures. */
export const signInLocks = { 1: '锁定中', 0: '没有锁定' } as const
/** The icons that a catalogue of the menu may have. */
export const menuIcons = {
  home: '首页',
  file: '文件',
  message: '交流',
  setting: '设置',
  team: '人员',
  chart: '统计',
  link: '链接',
  folder: '文件夹',
} as const
/** What was found when a website was last looked at. */
export const websiteStates = { 0: '未检测', 1: '正常', 2: '异常' } as const
/** Whether an entry stands in the menu. */
export const resourceShown = { 1: '显示', 0: '隐藏' } as const
export const peopleState = { 0: '正常', 1: '冻结' } as const
/** How far a visitor's own data is (UserStatus). */
export const userStatus = { 0: '待完善', 1: '审核中', 2: '已通过', 3: '未通过' } as const
/** Where an entry of the blacklist stands. */
export const banStates = { 0: '生效中', 1: '已到期', 2: '已解除' } as const
export const seen = { 0: '未读', 1: '已读' } as const
/** What a code that is sent to a phone is for. */
export const visitorSmsUses = { login: '登录' } as const
export const smsUses = { ...visitorSmsUses, staff: '工作人员登录', reminder: '提醒' } as const
export const smsStates = { 0: '存于发件箱', 1: '已发出', 2: '发送失败', 3: '发送中' } as const
/** Whether a column stands in the site's navigation. */
export const columnInNav = { 1: '显示', 0: '不显示' } as const
/** Whether a column wants three reviews by three persons. */
export const columnReviews = { 0: '初审、审核', 1: '三审三校' } as const
/** What a password may not be. */
export const passwordRuleKinds = { 1: '不得含有', 2: '不得就是' } as const
export const yesNo = { 1: '是', 0: '否' } as const
export const roleEnabled = { 1: '启用', 0: '禁用' } as const

/** A department that is switched off: its people cannot sign in, and it is offered nowhere. */
export const deptStates = { 0: '启用', 1: '停用' } as const
/** The consoles that people sign in to, by the key that they send (main-console §8). */
export const apps = { admin: '管理后台', reportSite: '信息报送' } as const
export type App = keyof typeof apps
export const appStates = { 1: '启用', 0: '停用' } as const
export const deptTypes = { 0: '区县部门', 1: '乡镇街道' } as const
export const deptCounted = { 0: '不计入', 1: '计入' } as const
/** Where a department appears (departmentToShowTypes). */
export const deptShown = { 0: '仅发文统计', 1: '仅主题展示', 3: '通用', 4: '其他' } as const

/** How far a task is that departments were given; late is one whose deadline has passed, which is reckoned and not stored. */
export const assignmentStates = { 0: '待办理', 1: '办理中', 2: '已办结', 3: '已退回' } as const
/** How a task waits for the caller: for their department's answer, or to be closed by who gave it. */
export const assignmentWaits = { toReply: '待本部门办理', toClose: '各部门已办完，待办结' } as const
/** How far a department says it is. */
export const replyStates = { 1: '办理中', 2: '已办结' } as const
export const urgencies = { 0: '一般', 1: '紧急', 2: '特急' } as const
export const overdueWords = { 1: '已逾期', 0: '未逾期' } as const

/** Where an announcement stands between its times. */
export const announcementStates = { 0: '未开始', 1: '公示中', 2: '已结束' } as const
export const pinned = { 1: '置顶', 0: '不置顶' } as const
/** Whether an entry of a dictionary, or a whole one, is offered. */
export const dictStates = { 1: '启用', 0: '停用' } as const
/** The kinds of a content model's fields: FileTypes of the specification, in its order. */
export const fieldTypes = { 1: '文本', 2: '多选', 3: '单选', 4: '文件', 5: '数字', 6: '隐藏域', 7: '按钮' } as const
export type FieldType = keyof typeof fieldTypes
/** RequireStatus of the specification. */
export const requireStatus = { 1: '必填', 0: '选填' } as const

/** The value of a Chinese word or of the value itself written as text; undefined when it is neither. */
export function valueOfWord(words: Readonly<Record<string, string>>, text: string): string | undefined {
  if (Object.hasOwn(words, text)) return text
  return Object.keys(words).find((key) => words[key] === text)
}

/** The same of several, between commas. */
export const valuesOfWords = (words: Readonly<Record<string, string>>, text: string): string =>
  text
    .split(/[,，、]/)
    .map((word) => valueOfWord(words, word.trim()) ?? word)
    .join(',')
