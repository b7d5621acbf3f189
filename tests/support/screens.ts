/** Every screen of the console, with a text that stands there when it is ready. Article 1 has been submitted. */
export const allScreens: readonly (readonly [path: string, ready: string])[] = [
  ['/main/home/audit', '待初审'],
  ['/main/home/desk', '最近发布'],
  ['/main/article/essay', '新增文章'],
  ['/main/article/essay?status=1&source=x', '新增文章'],
  ['/main/article/essay/add', '提交审核'],
  ['/main/article/essay/1', '修订历史'],
  ['/main/article/essay/1/history', '新增并提交'],
  ['/main/article/essay/recycle', '返回文章管理'],
  ['/main/article/static', '开始生成'],
  ['/main/article/column', '新增栏目'],
  ['/main/system/siteSet', '两人审核'],
  ['/main/article/announcement', '新增公告'],
  ['/main/system/department', '新增部门'],
  ['/main/system/hotWord', '新增热词'],
  ['/main/system/userOperationLogInfo', '核对日志'],
  ['/main/nowhere', '页面不存在'],
]
