/** A proposal of the demo county: whose it is, who has it, how far it is. */
export interface DemoProposal {
  readonly title: string
  readonly content: string
  readonly by: string
  readonly type: 0 | 1 | 2
  readonly class: number
  readonly partners?: string
  readonly state: number
  /** So many days ago it was handed in. */
  readonly days: number
  /** So many days after that it was answered. */
  readonly after?: number
  readonly dept?: 'proposal' | 'culture' | 'office'
  readonly reason?: string
  readonly reply?: string
  readonly outcome?: number
  readonly rating?: number
  readonly words?: string
  /** The title of the one into which it was taken up. */
  readonly into?: string
}

export const proposals: readonly DemoProposal[] = [
  {
    ...{ title: '关于改善老城区停车条件的提案', by: 'tian', type: 0, class: 1, state: 0, days: 2 },
    content: '老城区机动车保有量逐年增加，夜间停车难。建议单位大院向周边居民错时开放车位，并在边角地建小型停车场。',
  },
  {
    ...{ title: '关于加强村级卫生室药品配备的提案', by: 'wenshi', type: 1, class: 5, state: 1, days: 12 },
    partners: '陆青禾、何静之',
    content: '村级卫生室常用药断货较多。建议由县级医院统一配送，每周补货一次，并公布药品目录。',
  },
  {
    ...{
      title: '关于保护利用文史馆藏地方文献的提案',
      by: 'tian',
      type: 0,
      class: 4,
      state: 2,
      days: 40,
      dept: 'culture',
    },
    content: '馆藏地方文献有纸张老化的问题。建议分批修复和数字化，向公众提供查阅。',
  },
  {
    ...{
      title: '关于规范小区物业收费公示的提案',
      by: 'wenshi',
      type: 0,
      class: 7,
      state: 2,
      days: 120,
      dept: 'office',
    },
    content: '部分小区物业收支不公示。建议统一公示的格式和时间，由社区核对。',
  },
  {
    ...{ title: '关于优化校车线路的提案', by: 'tian', type: 2, class: 3, state: 3, days: 60, dept: 'office' },
    content: '并校以后部分学生步行较远。建议优化线路，增加两个停靠点。',
    ...{ reply: '已与教育部门会商，下学期起增加两个停靠点，线路图在开学前公布。', outcome: 0 },
  },
  {
    ...{ title: '关于河道保洁常态化的提案', by: 'wenshi', type: 0, class: 6, state: 4, days: 75, dept: 'proposal' },
    content: '汛期后河道垃圾较多。建议明确各段责任单位，每月公布保洁情况。',
    ...{ reply: '已划分责任河段，自下月起按月公布保洁情况。', outcome: 1 },
  },
  {
    ...{ title: '关于支持返乡青年创业的提案', by: 'tian', type: 1, class: 0, state: 5, days: 150, dept: 'office' },
    ...{ partners: '何秀兰', rating: 1, outcome: 0 },
    content: '返乡青年创业缺少场地和辅导。建议设立共享办公场地，安排导师结对。',
    reply: '已在县创业园划出八百平方米共享办公场地，首批安排十名导师。',
  },
  {
    ...{ title: '关于办公用品采购的意见', by: 'wenshi', type: 0, class: 8, state: 6, days: 30 },
    ...{ reason: '不属于提案受理范围', content: '建议机关办公用品统一采购。' },
  },
  {
    ...{ title: '关于公开小区公共收益的提案', by: 'tian', type: 0, class: 7, state: 7, days: 118 },
    ...{ into: '关于规范小区物业收费公示的提案', content: '小区电梯广告等公共收益去向不明，建议随物业收支一并公示。' },
  },
  {
    ...{ title: '关于建设健身步道的提案', by: 'tian', type: 0, class: 1, state: 8, days: 110, dept: 'office' },
    content: '城西居民缺少健身场地。建议沿河修建三公里步道并安装照明。',
    ...{ reply: '拟列入规划，待资金落实后实施。', outcome: 2, rating: 3, words: '没有说明时间和路段' },
  },
  {
    ...{ title: '关于开展全民阅读活动的提案', by: 'tian', type: 2, class: 4, state: 9, days: 200, dept: 'culture' },
    ...{ rating: 1, outcome: 0 },
    content: '建议每年四月开展全民阅读月，图书馆延长开放时间，组织委员读书会进社区。',
    reply: '全民阅读月自今年起举办，图书馆周末开放到晚上八点，委员读书会已进六个社区。',
  },
]
