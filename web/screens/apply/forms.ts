import { apply } from '../../../core/contract/apply.ts'
import { applyDays, openApplyStates } from '../../../core/domain/apply-states.ts'
import type { Right } from '../../app/rights.ts'
import { assistingOf } from '../../parts/states/assisting.ts'
import { api, type Case } from './calls.ts'

/** What the office does with a request by a form: the list to extend. */
export interface CaseForm {
  readonly name: string
  readonly label: string
  readonly needs: Right
  /** The form is offered for a request that stands so. */
  readonly fits: (row: Case, state: number) => boolean
  readonly shape: Readonly<Record<string, never>>
  readonly fields: readonly string[]
  readonly needed: readonly string[]
  readonly hints?: Readonly<Record<string, string>>
  readonly live?: string
  /** What its button says, where that is not 保存. */
  readonly ok?: string
  /** It begins with a proposal, and is saved also as that. */
  readonly proposed?: boolean
  readonly edit: (input: never) => Promise<Case>
  /** What the form begins with; none: it is empty. */
  readonly from?: (row: Case) => object
}

const shapeOf = (e: { readonly input: { readonly shape: object } }) => e.input.shape as Readonly<Record<string, never>>
const runs = (state: number) => openApplyStates.includes(state)

export const forms = {
  forward: {
    ...{ name: '转办', label: '转办', needs: 'apply_forward' },
    fits: (_row, state) => [1, 2].includes(state),
    ...{ shape: shapeOf(apply.forward), fields: ['deptId', 'deptIds', 'remarks'], needed: ['deptId'] },
    hints: { deptId: '主办部门的答复送交审核', deptIds: '协办部门的意见供主办部门参考' },
    ok: '转办',
    live: '转办后主办和协办部门随即看到这件申请，是否保存？',
    edit: api.forward,
    proposed: true,
    from: ({ deptId, depts }) => ({ deptId, deptIds: assistingOf(depts) }),
  },
  clarify: {
    ...{ name: '补正', label: '告知补正', needs: 'apply_clarify' },
    fits: (row) => Number(row.mayClarify) === 1,
    ...{ shape: shapeOf(apply.clarify), fields: ['content', 'days'], needed: ['content'] },
    hints: {
      content: `应一次性告知，收到申请之日起 ${applyDays.clarify} 个工作日内；申请人凭查询码看到`,
      days: `给申请人的合理期限，不填为 ${applyDays.supply}；逾期不补正视为放弃`,
    },
    ok: '告知',
    edit: api.clarify,
  },
  supplement: {
    ...{ name: '补正', label: '登记补正', needs: 'apply_clarify' },
    fits: (_row, state) => state === 3,
    ...{ shape: shapeOf(apply.supplement), fields: ['content', 'at'], needed: ['content'] },
    hints: { at: '不填为今天；答复期限自这一天重新起算' },
    edit: api.supplement,
  },
  extend: {
    ...{ name: '答复期限', label: '延长期限', needs: 'apply_extend' },
    fits: (row, state) => runs(state) && state !== 4 && row.extendDays === null && Number(row.overdue) !== 1,
    ...{ shape: shapeOf(apply.extend), fields: ['days', 'reason'], needed: ['days', 'reason'] },
    hints: { days: `须经负责人同意，只能延长一次，最多 ${applyDays.extendMax} 个工作日`, reason: '申请人凭查询码看到' },
    ok: '延长',
    edit: api.extend,
  },
  thirdParty: {
    ...{ name: '第三方', label: '征求第三方意见', needs: 'apply_thirdParty' },
    fits: (row, state) => runs(state) && row.thirdAt === null,
    ...{ shape: shapeOf(apply.thirdParty), fields: ['name', 'at'], needed: ['name'] },
    hints: { at: `不填为今天；第三方有 ${applyDays.thirdParty} 个工作日，期间不计入期限` },
    edit: api.thirdParty,
  },
  thirdReply: {
    ...{ name: '第三方意见', label: '登记第三方意见', needs: 'apply_thirdParty' },
    fits: (row, state) => runs(state) && row.thirdAt !== null && row.thirdBackAt === null,
    ...{ shape: shapeOf(apply.thirdReply), fields: ['opinion', 'at'], needed: ['opinion'] },
    hints: { at: '不填为今天；次日起继续计算期限' },
    edit: api.thirdReply,
  },
  deliver: {
    ...{ name: '送达', label: '登记送达', needs: 'apply_deliver' },
    fits: (_row, state) => state === 5 || state === 6,
    ...{ shape: shapeOf(apply.deliver), fields: ['way', 'at', 'note'], needed: ['way'] },
    hints: { at: '不填为今天', note: '例如邮件号、签收人' },
    edit: api.deliver,
  },
  draft: {
    ...{ name: '公开稿', label: '写公开稿', needs: 'apply_publish' },
    fits: (_row, state) => state === 6,
    ...{ shape: shapeOf(apply.draft), fields: ['title', 'answer'], needed: [] },
    hints: { answer: '已自动隐去找到的个人信息，可能有遗漏，请逐字核对；有了公开稿才能公开' },
    ...{ ok: '保存公开稿', proposed: true },
    edit: api.draft,
    from: ({ draft }) => draft,
  },
} as const satisfies Readonly<Record<string, CaseForm>>
export type FormName = keyof typeof forms
export const formNames = Object.keys(forms) as FormName[]
export const formOf = (name: FormName): CaseForm => forms[name] as CaseForm
