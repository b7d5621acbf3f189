import type { Design } from '../../core/domain/survey.ts'

/** What the demo county asks its people, and what they answer. */
export interface DemoSurvey {
  readonly title: string
  readonly intro: string
  readonly dept: string
  readonly state: number
  /** Days ago: made, begun, ended; what is below zero lies ahead. */
  readonly days: number
  readonly opened?: number
  readonly ended?: number
  readonly startIn?: number
  readonly endIn?: number
  readonly reason?: string
  readonly result?: 1
  readonly records?: number
  readonly questions: readonly Design[]
  /** How often each option of a question is chosen, in parts; of a text what people wrote. */
  readonly answers?: readonly (readonly number[] | readonly string[])[]
}

const plain = { page: 1, required: 1, least: null, most: null, maxLength: null, other: 0 } as const
const one = (title: string, options: readonly string[], more: Partial<Design> = {}): Design => ({
  ...{ ...plain, type: 0, title, options, ...more },
})
const several = (title: string, options: readonly string[], most: number, more: Partial<Design> = {}): Design => ({
  ...{ ...plain, type: 1, title, options, least: 1, most, ...more },
})
const said = (title: string, more: Partial<Design> = {}): Design => ({
  ...{ ...plain, type: 2, title, required: 0, maxLength: 300, options: [], ...more },
})

export const designs: readonly DemoSurvey[] = [
  {
    title: '县城停车难问题问卷调查',
    intro: '为协商“县城停车难”议题，了解群众停车的实际情况。共 5 题，约需 3 分钟，不记录您的身份。',
    ...{ dept: 'proposal', state: 3, days: 50, opened: 45, ended: 15, result: 1, records: 128 },
    questions: [
      one('您平时在县城主要怎样出行？', ['自驾车', '电动自行车', '公交车', '步行'], { other: 1 }),
      one('您在老城区找到一个车位通常要多久？', ['5 分钟以内', '5 至 15 分钟', '15 分钟以上', '不开车']),
      several('您认为停车最难的地方是哪里？', ['东街菜市场', '县人民医院', '第一小学周边', '人民广场', '老旧小区'], 3),
      several('您赞成哪些做法？', ['机关院落夜间开放', '利用闲置土地建停车场', '路边车位限时收费', '错峰共享车位'], 4, {
        page: 2,
      }),
      said('对解决停车难，您还有什么建议？', { page: 2 }),
    ],
    answers: [
      [46, 30, 10, 12, 2],
      [18, 42, 30, 10],
      [40, 55, 48, 12, 30],
      [62, 50, 20, 38],
      [
        '医院门口应增设临时停车位，方便接送病人',
        '机关单位的停车场周末和夜间可以对群众开放',
        '第一小学放学时车辆太多，建议错时放学',
        '菜市场旁边的闲置土地可以先平整出来停车',
        '路边停车收费要合理，老旧小区居民应有优惠',
        '医院停车场出口只有一个，经常堵车',
      ],
    ],
  },
  {
    title: '公共文化场馆开放时间征求意见',
    intro: '图书馆、文化馆拟调整开放时间，请您提出意见。',
    ...{ dept: 'culture', state: 1, days: 12, opened: 10, endIn: 20, records: 43 },
    questions: [
      one('您多久去一次图书馆或文化馆？', ['每周', '每月', '很少', '没有去过']),
      several('您希望哪些时段开放？', ['工作日白天', '工作日晚上', '周末', '节假日'], 3),
      one('您对现在的服务满意吗？', ['满意', '基本满意', '不满意']),
      said('您的意见和建议'),
    ],
    answers: [
      [20, 35, 35, 10],
      [20, 60, 72, 40],
      [45, 40, 15],
      ['图书馆晚上开放到九点，下班后可以带孩子看书', '文化馆的书法培训班名额太少', '周末活动应提前在公众号发布'],
    ],
  },
  {
    title: '东街小游园改造方案意见征集',
    intro: '请您选择希望增加的设施。',
    ...{ dept: 'office', state: 2, days: 20, opened: 18, endIn: 10, reason: '出现异常的答卷，正在核实', records: 17 },
    questions: [
      several('您希望小游园增加哪些设施？', ['健身器材', '儿童滑梯', '座椅和遮阳', '公共卫生间'], 2, { other: 1 }),
      one('您家离小游园多远？', ['500 米以内', '500 米至 1 公里', '1 公里以上'], { required: 0 }),
    ],
    answers: [
      [30, 25, 50, 45, 6],
      [55, 30, 15],
    ],
  },
  {
    title: '委员联系群众工作满意度调查',
    intro: '了解委员工作室的工作情况。',
    ...{ dept: 'office', state: 0, days: 4, startIn: 3, endIn: 33 },
    questions: [
      one('您知道身边的委员工作室吗？', ['知道', '不知道']),
      one('您对委员联系群众的工作满意吗？', ['满意', '基本满意', '不满意', '不了解']),
      said('您希望委员关注哪些问题？'),
    ],
  },
  {
    title: '乡村旅游发展问卷',
    intro: '为文史和旅游专题调研收集意见。',
    ...{ dept: 'culture', state: 4, days: 1 },
    questions: [
      one('您去过县内哪些景点？', ['青石古镇', '云岭水库', '都没有去过']),
      said('您认为乡村旅游最需要改进的是什么？', { required: 1 }),
    ],
  },
]
