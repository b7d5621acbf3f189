/** A letter of the demo county: so many days ago, in that state. */
export interface DemoLetter {
  readonly title: string
  readonly content: string
  readonly type: 0 | 1 | 2 | 3 | 4 | 5
  readonly name: string
  readonly state: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9
  readonly days: number
  readonly dept?: 'office' | 'proposal' | 'culture'
  readonly reply?: string
  /** So many days after it was written it was answered. */
  readonly after?: number
  readonly reason?: string
  readonly rating?: 1 | 2 | 3
  /** What whoever wrote complained about, which nobody has dealt with. */
  readonly complaint?: string
  /** Whoever wrote does not want it to be published. */
  readonly closed?: true
}

export const letters: readonly DemoLetter[] = [
  {
    ...{ title: '文史馆周末是否开放', type: 0, name: '邹晓梅', state: 0, days: 0.4 },
    content: '想周末带孩子去看县里的老照片，请问文史馆周六周日开不开门，要不要预约？',
  },
  {
    ...{ title: '城北菜市场门口占道经营', type: 3, name: '贺建国', state: 0, days: 1.2 },
    content: '城北菜市场东门每天早上六点到九点都有摊位摆在路中间，公交车过不去，希望有人管一管。',
  },
  {
    ...{ title: '老旧小区加装电梯怎样申请', type: 0, name: '梁月华', state: 1, days: 2.1 },
    content: '我们小区是 2001 年建的六层楼，住户多数同意加装电梯，请问要向哪里申请，有没有补助？',
  },
  {
    ...{ title: '清水河下游垃圾堆放', type: 3, name: '苗立新', state: 2, days: 3.5, dept: 'proposal' },
    content: '清水河石桥往下约三百米，河滩上堆着建筑垃圾，下雨就冲进河里，已有一个多月。',
  },
  {
    ...{ title: '青石古戏台的修缮情况', type: 0, name: '傅文斌', state: 2, days: 13, dept: 'culture' },
    content: '听说去年有委员提案建议修缮青石古戏台，不知道现在进展到哪一步了。',
  },
  {
    ...{ title: '有人反映的路段不清楚', type: 1, name: '丁秀兰', state: 3, days: 5 },
    content: '我家门口的路坏了好久，请帮忙修一修。',
    reason: '请写明所属乡镇和村（社区）',
  },
  {
    ...{ title: '建议在老城区增设公共座椅', type: 2, name: '冯德顺', state: 4, days: 8, dept: 'proposal', after: 6 },
    content: '老城区步行街没有坐的地方，老人走累了只能站着，建议每隔一段放几张座椅。',
    reply: '您的建议已列入老城区微更新方案，首批二十张座椅计划于下月安装在步行街和县医院门前，欢迎继续监督。',
  },
  {
    ...{
      title: '提案办理结果在哪里看',
      type: 0,
      name: '岳晓东',
      state: 6,
      days: 16,
      dept: 'proposal',
      after: 3,
      rating: 1,
    },
    content: '去年政协会议上关于农村客运的提案，办理结果在哪里可以看到？',
    reply:
      '历年提案的办理复文在本网站「提案工作」栏目公开，按年度和案号查询。您关心的农村客运提案为去年第 18 号，复文已公开。',
  },
  {
    ...{
      title: '《青石文史》旧刊怎样借阅',
      type: 0,
      name: '白秋云',
      state: 6,
      days: 24,
      dept: 'culture',
      after: 2,
      rating: 1,
    },
    content: '写家谱需要查《青石文史》前几辑，请问哪里能借到？',
    reply: '前六辑可到县政协文史馆阅览，工作日开放，凭身份证登记即可；需要复印的，馆内可以代办，只收纸张费用。',
  },
  {
    ...{
      title: '乡村教师周转房漏雨',
      type: 1,
      name: '侯志强',
      state: 6,
      days: 33,
      dept: 'proposal',
      after: 9,
      rating: 2,
    },
    content: '镇中心小学的教师周转房顶层漏雨，下大雨要拿盆接，希望能维修。',
    reply:
      '经与教育部门现场查看，周转房屋面防水层老化，维修已于本月开工，预计三周内完成。施工期间请住户把物品移离外墙。',
  },
  {
    ...{
      title: '对某某个人的举报',
      type: 4,
      name: '田先生',
      state: 5,
      days: 28,
      dept: 'office',
      after: 10,
      closed: true,
    },
    content: '反映某村干部在低保评定中照顾亲属，请核实。',
    reply: '您反映的问题已转有关部门依规核查，核查结果将由其直接告知您本人。',
  },
  {
    ...{ title: '专业办理各类贷款', type: 5, name: '金女士', state: 9, days: 21 },
    content: '无抵押，当天放款，详情请加客服。',
    reason: '广告、推销',
  },
  {
    ...{ title: '宅基地边界纠纷', type: 5, name: '孔令军', state: 7, days: 40 },
    content: '我和邻居的宅基地边界有争议，法院正在审理，请政协出面说话。',
    reason: '已经或应当通过诉讼、仲裁解决',
  },
  {
    ...{
      title: '县城到高铁站的公交末班太早',
      type: 2,
      name: '牛小燕',
      state: 6,
      days: 47,
      dept: 'proposal',
      after: 12,
      rating: 3,
      complaint: '末班车延到二十一点，可我坐的车二十一点半才到，问题并没有解决。',
    },
    content: '晚上八点以后到站的旅客没有公交可坐，打车要四五十元，建议延长末班车时间。',
    reply: '公交公司已把该线路末班车由十九点半延至二十一点，节假日另加一班；更晚的车次客流较少，暂不增开。',
  },
  {
    ...{
      title: '感谢委员帮忙协调饮水工程',
      type: 5,
      name: '石桂芳',
      state: 6,
      days: 58,
      dept: 'office',
      after: 4,
      rating: 1,
    },
    content: '我们村的自来水通了，感谢来村里调研的几位委员。',
    reply: '感谢您的来信。饮水工程由水利部门组织实施，委员只是如实反映了大家的意见。用水中有什么问题，欢迎随时来信。',
  },
]
