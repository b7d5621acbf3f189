/** Works that the server does by itself, by a rhythm (server/jobs/works.ts). */
export const works = {
  clock: '定时发布和下架',
  survey: '问卷定时开始和结束',
  site: '更新网站',
  offSite: '核实下线',
  links: '检查链接',
  anchor: '留存日志锚点',
  logCheck: '核对操作日志',
  clean: '清理过期数据',
  generate: '定时生成全站',
  website: '检测网站',
  backup: '定时备份',
  logArchive: '归档操作日志',
  reminder: '发送消息提醒',
  compliance: '核对合规指标',
  deadlines: '重新计算期限',
  voice: '生成文章语音',
} as const
export type WorkName = keyof typeof works

/** What a work is doing, or waits for. */
export const workStates = { on: '正常', running: '正在执行', paused: '已暂停', off: '未启用' } as const
export type WorkState = keyof typeof workStates
