/** Words that more than one part shows. Labels of fields stand on the contract; a screen's own words in its tables. */
export const siteTitle = '县政协网站'
/** The console's title (main-console §1), after the site's own name. */
export const consoleTitleOf = (site: string): string => `${site}-站点管理`
/** That of the reporting console. */
export const reportTitleOf = (site: string): string => `${site}-站点上报管理`
/** What several servers at once want, in the help of `serve` and wherever a second one is refused. */
export const sideBySide = '几个服务并行须用 PostgreSQL（DATABASE_URL），并共用同一个数据目录和密钥文件'
/** Why something stopped that may go well another time: commands know it by these words. */
export const diskFull = '磁盘空间不足'
/** The specification's own words for a required parameter that is not there: beside the refusal, for programs. */
export const missingParameter = (name: string): string => `Missing required parameter: ${name}`
/** The same for people. */
export const missingSays = (names: string): string => `缺少必填参数：${names}`

/** Who reads what a department writes, beside whether it is handed in. */
export const draftRead = (leads: boolean): string =>
  leads
    ? '提交后送交审核，不能再修改；暂存的稿子办公室也看得到'
    : '提交后送主办方参考；暂存的稿子主办方和办公室也看得到'

/** A required field that is empty. */
export const pleaseEnter = (name: string): string => `请输入${name}`
export const pleaseSelect = (name: string): string => `请选择${name}`
/** Result of a bulk call. */
export const bulkDone = (done: number): string => `成功 ${done} 项`
export const bulkSays = (done: number, failed: number): string => `${bulkDone(done)}，失败 ${failed} 项`

/** What follows when an act is taken back, by what was done. */
export const undoFollows = {
  published: '新发布的网页随即从网站撤下，修订则恢复为原来的内容',
  takenDown: '网页随即重新出现在网站上',
  submitted: '不再待审，写好的内容保留',
  deleted: '文章从回收站恢复',
  other: '文章回到操作之前的状态',
} as const

/** What the log says of rows that a client made a file of. */
export const exportSays = (name: string): string => `导出${name}`

/** What buttons say, and what the toast after them says. */
export const buttons = {
  ok: '确定',
  cancel: '取消',
  save: '保存',
  close: '关闭',
  delete: '删除',
  retry: '重试',
  search: '查询',
  reset: '重置',
  refresh: '刷新',
  export: '导出',
  back: '返回',
  signOut: '退出登录',
} as const
/** Uploads: what is allowed, and why something is not (main-console §5). */
export const uploadSays = {
  hint: '支持 jpg、jpeg、png、gif，不超过 10 MB',
  videoHint: '支持 mp4、webm，不超过 200 MB',
  imageFormat: '上传图片只能是 JPG/GIF/PNG 格式！',
  imageSize: '上传图片大小不能超过 10 MB！',
  videoFormat: '视频只能是 MP4 或 WebM 格式',
  fileSize: '上传文件大小不能超过 200 MB！',
  choose: '请选择图片/视频文件',
  running: '还有文件正在上传，请等上传完成后再保存',
} as const
export const notices = {
  done: '操作成功',
  notExported: '没有导出：文件没有做成，请缩小范围再试；仍不成功时请告诉管理员',
  saved: '保存成功',
  title: '提示信息',
  empty: '暂无数据',
  serverFault: '服务器异常',
  error: '错误',
  leave: '内容尚未保存，确认离开吗？',
  live: '保存后随即显示在网站上，是否保存？',
  confirmSave: '确认保存吗？',
  exporting: '正在导出……',
  exported: '导出完成',
  nothingToExport: '没有可导出的数据',
} as const
