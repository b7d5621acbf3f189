import { mailRatings } from './mail-states.ts'

/** Something that whoever sent a letter, a request or a suggestion may do with it by its code and their phone, beside reading it. */
export interface CodeAct {
  readonly says: string
  readonly button: string
  /** The area's call that does it, and its path. */
  readonly call: string
  readonly path: string
  /** Characters of what is written; none: one of the choices is made. */
  readonly max?: number
  readonly choices?: Readonly<Record<string, string>>
  /** What is asked before it is sent, for nothing of it is changed later; `{}` being the choice. */
  readonly asks: string
  /** The field of its reply that goes back with it as it was read: what it is about may be another one by then. */
  readonly seen?: string
  /** The field of its reply that says whether it may be done. */
  readonly may: string
  /** What is said once it is done. */
  readonly thanks: string
}

/** What can be asked for by a code, and what may be done with it. */
export const byCode = {
  mail: {
    says: '来信',
    look: 'webCode',
    acts: {
      supplement: {
        ...{ says: '补充的内容', button: '提交补充', call: 'webSupplement', path: '/x/mail/supplement', max: 2000 },
        asks: '提交后不能修改。确定提交吗？',
        ...{ may: 'maySupplement', thanks: '已收到您补充的内容。' },
      },
      rate: {
        ...{ says: '您对答复是否满意？', button: '提交评价', call: 'rate', path: '/x/mail/rate', choices: mailRatings },
        asks: '您的评价是「{}」，提交后不能修改。确定提交吗？',
        ...{ seen: 'repliedAt', may: 'mayRate', thanks: '已收到您的评价，谢谢。' },
      },
      complain: {
        ...{ says: '对办理有意见，可以投诉一次', button: '提交投诉', call: 'complain', path: '/x/mail/complain' },
        asks: '只能投诉一次，提交后不能修改。确定提交吗？',
        ...{ max: 1000, may: 'mayComplain', thanks: '已收到您的投诉，将由信箱的管理部门处理。' },
      },
    },
  },
  apply: {
    says: '申请',
    look: 'webCode',
    acts: {
      supplement: {
        ...{ says: '补正的内容', button: '提交补正', call: 'webSupplement', path: '/x/apply/webSupplement', max: 3000 },
        asks: '提交后不能修改。确定提交吗？',
        ...{ may: 'maySupplement', thanks: '已收到您补正的内容，答复期限重新起算。' },
      },
    },
  },
  suggestion: { says: '建议', look: 'webCode', acts: {} },
} as const satisfies Readonly<
  Record<string, { readonly says: string; readonly look: string; readonly acts: Readonly<Record<string, CodeAct>> }>
>

export type ByCodeName = keyof typeof byCode
export const actsOf = (name: ByCodeName): Readonly<Record<string, CodeAct>> => byCode[name].acts
