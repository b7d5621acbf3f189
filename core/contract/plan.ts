import { z } from 'zod'
import { yesNo } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { reason, version } from './moves.ts'
import { bulk, choice, chosen, id, ids, idText, row, sampled, text, when, words } from './shared.ts'

export const planFormat = 'xzx-plan-1'
/** So many items one plan has at most. */
export const planMost = 5000
/** So long a plan may be carried out: what was looked at longer ago is to be looked at again. */
export const planDays = 7

/** What stands in a plan of each thing: as it was when the plan was made. */
const planItem = z.strictObject({
  id: z.string(),
  version: z.number().int(),
  title: z.string(),
  state: z.string(),
})

/**
 * A plan as a file that people read, hand on and keep: what is to be done with which things, in which versions, by whose proposal. The mark
 * is the server's signature over all of it (docs/decisions/0036-plans.md).
 */
export const planFile = z.strictObject({
  format: z.literal(planFormat),
  planId: z.string(),
  area: z.string(),
  move: z.string(),
  says: z.string(),
  reason: z.string().nullable(),
  madeBy: z.string(),
  madeByName: z.string(),
  madeAt: z.string(),
  expiresAt: z.string(),
  items: z.array(planItem).max(planMost),
  mark: z.string(),
})
export type PlanFile = z.infer<typeof planFile>

/** How a thing of a plan stands now. */
export const planStandings = {
  ready: '可以执行',
  there: '已是这样',
  done: '已由本方案执行',
  changed: '已被修改',
  barred: '状态不符',
  refused: '会被拒绝',
  gone: '不存在或无权操作',
} as const

/** A thing to be planned; without a version, as it is now. */
const moved = z.object({ id: id('编号'), version })

/** Acts of the audit that one person plans, over many things at once, and another one carries out. */
export const plan = {
  make: endpoint({
    method: 'POST',
    path: '/x/plan/make',
    send: 'body',
    input: z.object({
      area: sampled(text('事项', 40, 1), 'article'),
      move: sampled(text('操作', 40, 1), 'accept'),
      reason,
      things: z
        .array(moved)
        .min(1, '至少要有一项')
        .max(planMost, `一个方案最多 ${planMost} 项，请分成几个`)
        .meta({ title: '要处理的各项及其版本' }),
    }),
    output: row(planFile.shape),
    effect: 'write',
    answers: true,
    access: 'granted',
    roles: ['auditor'],
    says: '拟定批量审核的方案，由另一人核对后执行',
    right: '拟定批量审核的方案',
    tells: '拟定方案{}',
    about: 'auditPlan',
    own: true,
    verb: false,
  }),
  check: endpoint({
    method: 'POST',
    path: '/x/plan/check',
    send: 'body',
    input: z.object({
      plan: planFile.meta({ title: '方案' }),
      tried: choice('是否逐项试着执行，指出会被拒绝的', yesNo).optional(),
    }),
    output: row({
      appliedByName: words('执行人'),
      appliedAt: when('执行时间'),
      items: z
        .array(
          row({
            id: idText(),
            title: words('标题'),
            standing: chosen('现在', planStandings),
            says: words('说明'),
          }),
        )
        .meta({ title: '各项' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'plan_apply' },
    says: '核对方案没有被改动，各项现在还能不能执行',
    own: true,
    verb: false,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/x/plan/apply',
    send: 'body',
    input: z.object({
      planId: id('方案'),
      mark: text('签名', 100, 1),
      ids: ids('要执行的各项', planMost),
    }),
    output: bulk,
    effect: 'write',
    repeat: true,
    access: 'granted',
    roles: ['auditor'],
    personOnly: true,
    says: '执行他人拟定的方案；拟定之后改过的各项不执行',
    right: '执行他人拟定的批量审核方案',
    tells: '执行方案{}',
    about: 'auditPlan',
    own: true,
    verb: false,
  }),
}
