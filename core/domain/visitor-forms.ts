import { applicants } from './apply-outcomes.ts'
import { applyDays, applyMedia, applyWays } from './apply-states.ts'
import { yesNo } from './enums.ts'
import { projectIndustries } from './industrialProject-states.ts'
import { mailTypes, ynStatus } from './mail-states.ts'
import { moneyCompanies } from './money.ts'
import { questRatings } from './questAnswer-states.ts'
import { themeGroups, topicKinds, topicPath } from './theme-groups.ts'
import type { ThemeArea } from './theme-names.ts'

/** A field of a form that visitors fill in; tests hold it against the call that takes it. */
export interface VisitorField {
  /** As the call calls it. */
  readonly name: string
  readonly says: string
  /** `hidden`: the page on which the form stands has put it there. */
  readonly kind: 'line' | 'lines' | 'phone' | 'choice' | 'hidden'
  /** Characters. */
  readonly max?: number
  readonly required?: true
  readonly choices?: Readonly<Record<string, string>>
  /** Its choices are rows, which the server knows (server/site/visitor-form.ts). */
  readonly from?: 'plates'
  /** The address of the form without scripts may have it. */
  readonly given?: true
  /** It is the browser's own key, by which one visitor counts once: scripts keep it there, and a page without them brings one along. */
  readonly ofBrowser?: true
  /** Browsers keep no draft of it: others may sit there next. */
  readonly undrafted?: true
  /** What browsers fill in of themselves. */
  readonly fill?: 'name' | 'tel'
  /** It is asked of those who chose one of these in another field; who has no scripts sees it always. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
}

/** Something that visitors write to the office, and the call that takes it. */
export interface VisitorForm {
  readonly title: string
  /** What becomes of it, before anybody writes. */
  readonly intro: string
  /** Area and name of the call, and its path. */
  readonly call: readonly [area: string, name: string]
  readonly path: string
  readonly fields: readonly VisitorField[]
  readonly button: string
  /** What is said once it has come through; `{}` names a value of the answer. */
  readonly thanks: string
  /** The same where no code came with it. */
  readonly thanksUncoded?: string
  /** What is pressed to write one more. */
  readonly another?: string
  /** Where files are sent before the form is, and which; none: it has none. Without scripts it has none either. */
  readonly files?: {
    readonly path: string
    readonly accept: string
    readonly most: number
    readonly maxMb: number
    readonly says: string
  }
}

const title: VisitorField = { name: 'title', says: '标题', kind: 'line', max: 100, required: true }
const content = (max: number): VisitorField => ({ name: 'content', says: '内容', kind: 'lines', max, required: true })
const name: VisitorField = { name: 'name', says: '姓名', kind: 'line', max: 30, fill: 'name' }
const phone: VisitorField = { name: 'phone', says: '手机号', kind: 'phone', max: 20, fill: 'tel' }
const needed = (field: VisitorField): VisitorField => ({ ...field, required: true })

const person = { field: 'applicant', is: ['0'] }
const organisation = { field: 'applicant', is: ['1', '2', '3', '4', '5'] }

/** The form of a group of topics. */
const topicForm = (area: ThemeArea): VisitorForm => {
  const { noun, write } = themeGroups[area]
  return {
    title: write,
    intro: `${noun}审核后由承办部门回复。提交后得到查询码，凭查询码和手机号查看审核和回复。公开时只显示姓氏，手机号不公开。`,
    call: [area, 'webAdd'],
    path: topicPath(themeGroups[area], 'webAdd'),
    fields: [
      { name: 'kind', says: '类别', kind: 'choice', choices: topicKinds },
      title,
      content(5000),
      needed(name),
      needed(phone),
      { name: 'openFlag', says: '是否同意公开', kind: 'choice', required: true, choices: ynStatus },
    ],
    button: '提交',
    thanks: '提交成功。查询码是 {code}，请记下，凭查询码和手机号查看审核和回复。',
    another: '再提一条',
  }
}

/** The forms by which visitors write, by their names. */
/** What may be attached, as the calls take it; said before it is chosen. */
const taken = {
  ...{ accept: '.pdf,.docx,.jpg,.jpeg,.png', most: 5, maxMb: 10 },
  says: '最多 5 个，每个不超过 10 MB，可以是照片（jpg、png）、PDF 或 Word（docx）',
}

export const visitorForms = {
  suggestion: {
    title: '我要建议',
    intro:
      '您的建议由承办部门办理。留手机号的提交后得到查询码，可凭查询码和手机号查看答复。公开时只显示姓氏，手机号不公开，只用于联系您。',
    call: ['suggestion', 'add'],
    path: '/suggest/add',
    fields: [title, content(2000), name, phone],
    button: '提交建议',
    thanks: '提交成功，感谢您的建议。查询码是 {code}，请记下，凭查询码和手机号查看办理情况和答复。',
    thanksUncoded: '提交成功，感谢您的建议。编号是 {id}，请记下，来电询问时可以报这个编号。',
    another: '再提一条建议',
  },
  mail: {
    title: '我要写信',
    intro: '来信由承办部门在期限内答复。提交后得到查询码，凭查询码和手机号查看答复。公开时只显示姓氏，手机号不公开。',
    call: ['mail', 'webAdd'],
    path: '/web/mail/add',
    fields: [
      { name: 'type', says: '来信类型', kind: 'choice', required: true, choices: mailTypes },
      title,
      content(5000),
      needed(name),
      needed(phone),
      { name: 'openFlag', says: '是否同意公开', kind: 'choice', required: true, choices: ynStatus },
    ],
    button: '提交来信',
    thanks: '提交成功。查询码是 {code}，请记下，凭查询码和手机号查看答复。',
    another: '再写一封',
    files: { path: '/x/mail/upload', ...taken },
  },
  apply: {
    title: '提出申请',
    intro: `依照《中华人民共和国政府信息公开条例》填写。单位与您确认收到申请后，在 ${applyDays.answer} 个工作日内答复。提交后得到查询码，凭查询码和手机号查看办理情况和答复。身份证号只用于核对申请人，不公开。`,
    call: ['apply', 'webSave'],
    path: '/web/apply/save',
    fields: [
      { name: 'applicant', says: '申请人类型', kind: 'choice', required: true, choices: applicants },
      { name: 'name', says: '姓名或名称', kind: 'line', max: 100, required: true },
      { name: 'idNumber', says: '身份证号', kind: 'line', max: 20, when: person, undrafted: true },
      { name: 'orgCode', says: '统一社会信用代码', kind: 'line', max: 20, when: organisation },
      { name: 'contact', says: '联系人', kind: 'line', max: 30, fill: 'name', when: organisation },
      needed(phone),
      { name: 'title', says: '所需信息的名称', kind: 'line', max: 100, required: true },
      { name: 'content', says: '所需信息的特征描述', kind: 'lines', max: 3000, required: true },
      { name: 'medium', says: '提供形式', kind: 'choice', required: true, choices: applyMedia },
      { name: 'way', says: '获取方式', kind: 'choice', required: true, choices: applyWays },
      { name: 'address', says: '通讯地址', kind: 'line', max: 200, when: { field: 'way', is: ['0'] } },
      { name: 'email', says: '电子邮箱', kind: 'line', max: 100, when: { field: 'way', is: ['1'] } },
    ],
    button: '提交申请',
    thanks: '提交成功。查询码是 {code}，请记下，凭查询码和手机号查看办理情况和答复。',
    another: '再提一件申请',
    files: { path: '/x/apply/upload', ...taken },
  },
  theme: topicForm('theme'),
  llTheme: topicForm('llTheme'),
  xaxTheme: topicForm('xaxTheme'),
  forum: {
    title: '我要发帖',
    intro: '帖子由版主审核以后显示。公开时只显示姓氏，手机号不公开，文字中的证件号、电话和住址自动隐去。',
    call: ['forum', 'post'],
    path: '/x/forum/post',
    fields: [
      { name: 'plateId', says: '版块', kind: 'choice', required: true, from: 'plates', given: true },
      title,
      content(2000),
      name,
      phone,
    ],
    button: '提交帖子',
    thanks: '提交成功，审核以后显示。编号是 {id}。',
    another: '再发一帖',
  },
  forumComment: {
    title: '我要跟帖',
    intro: '跟帖由版主审核以后显示。公开时只显示姓氏，手机号不公开，文字中的证件号、电话和住址自动隐去。',
    call: ['forum', 'comment'],
    path: '/x/forum/comment',
    fields: [
      { name: 'parentId', says: '所跟的帖子', kind: 'hidden', required: true, given: true },
      content(2000),
      name,
      phone,
    ],
    button: '提交跟帖',
    thanks: '提交成功，审核以后显示。编号是 {id}。',
    another: '再跟一帖',
  },
  industrialProject: {
    title: '申报工业项目',
    intro:
      '项目经审核后在「工业项目」中公布。网站上不能查询审核的结果，请记下提交后显示的编号，来电询问。联系人的姓名和手机号不公开，只用于联系您。',
    call: ['industrialProject', 'webAdd'],
    path: '/industrialProjects/web/add',
    fields: [
      { name: 'title', says: '项目名称', kind: 'line', max: 100, required: true },
      { name: 'company', says: '申报单位', kind: 'line', max: 100 },
      { name: 'industry', says: '行业', kind: 'choice', required: true, choices: projectIndustries },
      { name: 'place', says: '建设地点', kind: 'line', max: 100 },
      { name: 'money', says: '投资额', kind: 'line', max: 20 },
      { name: 'moneyCompany', says: '金额单位', kind: 'choice', choices: moneyCompanies },
      { name: 'content', says: '项目说明', kind: 'lines', max: 3000, required: true },
      { name: 'name', says: '联系人', kind: 'line', max: 30, fill: 'name', required: true },
      needed(phone),
    ],
    button: '提交申报',
    thanks: '提交成功。编号是 {id}，请记下，来电询问时可以报这个编号。',
    another: '再申报一个项目',
  },
  questFeedback: {
    title: '对查找结果的意见',
    intro: '没有找到答案，或答案没有帮助，请告诉我们；需要答复的请给领导信箱写信。文字中的证件号、电话和住址不保存。',
    call: ['questAnswer', 'searchFeedbackSave'],
    path: '/questAnswer/dearchfeedack/save',
    fields: [
      { name: 'quest', says: '问题', kind: 'line', max: 200, required: true },
      { name: 'answerId', says: '看到的问答', kind: 'hidden', given: true },
      { name: 'helpful', says: '有帮助', kind: 'choice', required: true, choices: yesNo },
      { name: 'remark', says: '意见', kind: 'lines', max: 500 },
    ],
    button: '提交意见',
    thanks: '提交成功，感谢您的意见。编号是 {id}。',
    another: '再提一条意见',
  },
  questRating: {
    title: '评价答案',
    intro: '每条答案可以评价一次。',
    call: ['questAnswer', 'assessSearchFeedback'],
    path: '/questAnswer/assessDearchfeedback',
    fields: [
      { name: 'answerId', says: '看到的问答', kind: 'hidden', required: true, given: true },
      { name: 'rating', says: '评价', kind: 'choice', required: true, choices: questRatings },
      { name: 'visitorKey', says: '设备标识', kind: 'hidden', required: true, ofBrowser: true },
    ],
    button: '提交评价',
    thanks: '已记下对第 {id} 号问答的评价，谢谢。',
  },
} as const satisfies Readonly<Record<string, VisitorForm>>

export type VisitorFormName = keyof typeof visitorForms
export const visitorFormNames = Object.keys(visitorForms) as VisitorFormName[]
export const visitorForm = (name: VisitorFormName): VisitorForm => visitorForms[name]

/** The words of thanks with what was answered. */
export function thanksOf({ thanks, thanksUncoded = thanks }: VisitorForm, value: unknown): string {
  const told = (value ?? {}) as Readonly<Record<string, unknown>>
  return (told.code ? thanks : thanksUncoded).replace(/\{(\w+)\}/g, (_, field: string) => String(told[field] ?? ''))
}
