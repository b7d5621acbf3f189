import type { Parsed } from '../../core/contract/endpoint.ts'
import type { TopicCalls } from '../../core/contract/theme/calls.ts'
import { masked } from '../../core/domain/personal.ts'
import { asStaff, type Ctx, visitorOf } from '../context.ts'
import { newCode, plainCode } from '../letters/code.ts'
import { sealed } from '../rows/personal.ts'
import type { Group } from './group.ts'

type Written = Parsed<TopicCalls['add']>

/** Keeps a topic with a code of its own, by which whoever wrote finds it again. What the staff write down was not sent in for audit yet. */
export async function receive({ topics, table, history }: Group, ctx: Ctx, given: Written) {
  const { title, content, kind = 0, name, phone, openFlag } = given
  const { secret } = ctx.parts
  const code = newCode()
  const [state, act] = asStaff(ctx.who) ? ([0, '登记'] as const) : ([3, '提出'] as const)
  const { id } = await topics.add(ctx, {
    ...{ title, content, kind: Number(kind), type: 0, openFlag: Number(openFlag), state, shown: 0, recommend: 0 },
    ...{ replies: 0, deptId: null, peopleId: visitorOf(ctx)?.peopleId ?? null },
    ...sealed(secret, table, { name, phone, phoneHash: '', code, codeHash: '' }),
    ...{ phoneHash: secret.lookup(phone), codeHash: secret.lookup(plainCode(code)), shownName: masked('name', name) },
  })
  await history.keep(ctx, [{ id: Number(id), no: 1, step: { act, status: state } }])
  return { id, code, due: null }
}
