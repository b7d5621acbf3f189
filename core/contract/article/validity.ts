import { z } from 'zod'
import { type Validity, validityChoices } from '../../domain/validity.ts'
import { endpoint } from '../endpoint.ts'
import { bulk, choice, day, id, ids, sampled, text } from '../shared.ts'

/** Whether documents still hold (docs/rules.md, Articles). */
export const holding = {
  validity: endpoint({
    method: 'POST',
    path: '/x/article/validity',
    send: 'body',
    own: true,
    input: z.object({
      ids: ids('文章', 200),
      state: sampled(choice<Validity | 0>('效力', validityChoices), '3'),
      day: day('日期').nullish(),
      byId: id('依据的文章').nullish(),
      note: text('说明（公开）', 200).nullish(),
      reason: text('理由（记入日志）', 200).nullish(),
    }),
    output: bulk,
    effect: 'write',
    repeat: true,
    access: 'granted',
    roles: ['auditor'],
    right: '标注文件的效力',
    says: '标注文件现行有效、已修改、已废止或已失效，网站随即显示，不必重新审核；取消标注的随即消失',
    tells: '标注{}的效力',
    tellsWhen: [{ after: { validity: '未标注' }, tells: '取消标注{}的效力' }],
    verb: false,
  }),
}
