/** Where something of an article may still be after it has left the site, in the order in which it is looked at. */
export const traceKinds = {
  page: '网页',
  files: '附件',
  pictures: '图片和视频',
  front: '首页',
  lists: '栏目、专题、相关文章等列表',
  feeds: '订阅、网站地图和检索文件',
  search: '检索索引',
  address: '公开网址',
  links: '其他文章中的链接',
} as const
export type TraceKind = keyof typeof traceKinds

/** What others say of it leads nowhere, but shows nothing of it: it is told, and does not count. */
export const countsAsLeft = (kind: TraceKind): boolean => kind !== 'links'

/** What a check came to. */
export const offSiteStates = { 0: '等待核实', 1: '已核实下线', 2: '还有残留', 3: '未能全部核实' } as const
