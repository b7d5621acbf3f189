import type { ApplyOutcome } from '../../core/domain/apply-outcomes.ts'

/** A request for disclosure of the demo county: handed in so many days ago, and what became of it; all other days count from then. */
export interface DemoRequest {
  readonly title: string
  readonly content: string
  readonly applicant: 0 | 1 | 2 | 3 | 4 | 5
  readonly name: string
  readonly contact?: string
  readonly channel: 0 | 1 | 2 | 3 | 4
  readonly medium: 0 | 1
  readonly way: 0 | 1 | 2 | 3
  readonly state: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  readonly days: number
  /** Confirmed after so many days; unsaid: at once. */
  readonly confirmed?: number
  readonly dept?: 'office' | 'proposal' | 'culture'
  readonly clarify?: {
    readonly after: number
    readonly content: string
    readonly supplied?: string
    readonly back?: number
  }
  readonly third?: { readonly after: number; readonly name: string; readonly opinion?: string; readonly back?: number }
  readonly extend?: { readonly after: number; readonly days: number; readonly reason: string }
  readonly outcome?: ApplyOutcome
  readonly answer?: string
  /** Answered after so many days. */
  readonly after?: number
  readonly reason?: string
}

export const requests: readonly DemoRequest[] = [
  {
    ...{ title: '政协机关 2025 年度部门决算', applicant: 0, name: '邹立群', channel: 0, medium: 1, way: 3 },
    ...{ state: 0, days: 0.3 },
    content: '2025 年度部门决算全文，含“三公”经费支出说明。',
  },
  {
    ...{ title: '委员视察活动的车辆租用合同', applicant: 0, name: '贺新民', channel: 3, medium: 0, way: 0 },
    ...{ state: 0, days: 1.1 },
    content: '今年上半年委员视察活动租用客车的合同和付款凭证。',
  },
  {
    ...{ title: '县志稿评审意见', applicant: 2, name: '青石县地方历史研究所', contact: '梁文渊', channel: 1 },
    ...{ medium: 0, way: 2, state: 1, days: 1.4 },
    content: '2024 年县志续修稿的专家评审意见，如有修改对照表一并提供。',
  },
  {
    ...{ title: '第十二号提案的办理复函', applicant: 0, name: '苗秀兰', channel: 0, medium: 1, way: 1 },
    ...{ state: 2, days: 6, confirmed: 0.5, dept: 'proposal' },
    content: '关于城区停车难的第十二号提案，希望得到承办单位的办理复函全文。',
  },
  {
    ...{ title: '文史资料第九辑印制费用', applicant: 1, name: '青石印务有限公司', contact: '傅春生', channel: 2 },
    ...{ medium: 0, way: 0, state: 2, days: 24, dept: 'culture' },
    content: '文史资料第九辑的印制合同和结算单，我公司参与了当时的询价。',
    third: { after: 5, name: '石桥文化用品店' },
    extend: { after: 12, days: 10, reason: '需要征求第三方意见，检索的合同较多' },
  },
  {
    ...{ title: '会议室维修工程验收资料', applicant: 0, name: '尤建业', channel: 0, medium: 1, way: 1 },
    ...{ state: 2, days: 45, confirmed: 0.4, dept: 'office' },
    content: '去年会议室维修工程的竣工验收单和审计结果。',
  },
  {
    ...{ title: '历年有关教育的文件', applicant: 0, name: '季安平', channel: 0, medium: 1, way: 3 },
    ...{ state: 3, days: 5, confirmed: 0.3 },
    content: '请提供历年来所有有关教育的文件。',
    clarify: { after: 2, content: '请写明所需文件的年份、文号，或者具体涉及的事项' },
  },
  {
    ...{ title: '古戏台修缮协商座谈的纪要', applicant: 3, name: '青石县古建保护协会', contact: '卜怀远', channel: 4 },
    ...{ medium: 1, way: 1, state: 4, days: 12, dept: 'culture', outcome: 36, after: 9 },
    content: '今年三月古戏台修缮协商座谈会的会议纪要。',
    answer: '您申请的座谈纪要是协商过程中的磋商记录。古戏台修缮的正式意见已于五月在网站公布，请在“建言选登”栏目查看。',
  },
  {
    ...{ title: '机关公务用车数量', applicant: 0, name: '邵远航', channel: 0, medium: 1, way: 1 },
    ...{ state: 5, days: 11, confirmed: 0.6, dept: 'office', outcome: 10, after: 8 },
    content: '截至今年九月底的公务用车编制数和实有数。',
    answer: '截至今年 9 月 30 日，本机关公务用车编制 2 辆，实有 2 辆，均为机要通信和应急保障用车。',
  },
  {
    ...{ title: '政协全会会务费用', applicant: 0, name: '段清和', channel: 2, medium: 0, way: 0 },
    ...{ state: 6, days: 38, dept: 'office', outcome: 20, after: 17 },
    content: '今年全会的会务费用明细和供应商名单。',
    answer: '现提供会务费用的分类汇总。供应商报价单含有商业秘密，供应商不同意公开，予以区分处理。',
    third: { after: 4, name: '青石宾馆', opinion: '报价单涉及本单位商业秘密，不同意公开', back: 10 },
  },
  {
    ...{ title: '提案办理满意度调查结果', applicant: 4, name: '青石县法律援助中心', contact: '程守正', channel: 1 },
    ...{ medium: 1, way: 1, state: 7, days: 52, dept: 'proposal', outcome: 10, after: 13 },
    content: '去年提案办理满意度调查的汇总结果，不需要个人意见。',
    answer: '去年共办理提案 96 件，委员反馈满意 81 件、基本满意 14 件、不满意 1 件，满意和基本满意率 99%。',
  },
  {
    ...{ title: '水库移民安置档案', applicant: 0, name: '钟世铭', channel: 0, medium: 0, way: 2 },
    ...{ state: 6, days: 33, confirmed: 1.1, dept: 'culture', outcome: 41, after: 10 },
    content: '1976 年石门水库移民安置的档案。',
    answer: '经检索，本机关没有制作或者保存石门水库移民安置的档案，建议向县档案馆查询。',
  },
  {
    ...{ title: '某小区物业纠纷', applicant: 0, name: '褚大勇', channel: 0, medium: 1, way: 3 },
    ...{ state: 6, days: 29, confirmed: 0.7, outcome: 51, after: 4, dept: 'office' },
    content: '请公开为什么一直没有人处理我们小区的物业费纠纷。',
    answer: '您反映的是物业纠纷，请向县住建部门投诉，也可以通过网站“领导信箱”反映。',
  },
  {
    ...{ title: '近年来的会议材料', applicant: 5, name: '东街社区居民委员会', contact: '冯桂芬', channel: 2 },
    ...{ medium: 0, way: 0, state: 6, days: 70, outcome: 61, after: 40, dept: 'office' },
    content: '近年来各次会议的材料。',
    clarify: { after: 3, content: '请写明会议的名称和年份' },
    answer: '您逾期没有补正，本机关不再处理；需要时可以写明会议的名称和年份重新申请。',
  },
  {
    ...{ title: '出售各类发票', applicant: 1, name: '某商贸公司', contact: '王经理', channel: 0, medium: 1, way: 1 },
    ...{ state: 8, days: 18, reason: '广告或恶意内容' },
    content: '代开各类发票，联系微信。',
  },
]
