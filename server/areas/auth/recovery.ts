import { escapeHtml } from '../../../core/domain/html.ts'
import { factorState } from '../../access/factor.ts'
import type { Ctx } from '../../context.ts'
import { tellPeople } from '../../reminders/tell.ts'

/**
 * Tells whoever it is of that one of their recovery codes was used, in the same transaction: it may have been somebody else.
 * @returns how the log tells it
 */
export async function noteRecovery(ctx: Ctx, userId: number): Promise<string> {
  const left = (await factorState(ctx, userId))?.codesLeft ?? 0
  const says = `用了恢复码，还剩 ${left} 个`
  await tellPeople(ctx, [userId], {
    title: `您的账号${says}`,
    html: `<p>从 ${escapeHtml(ctx.call.address)} ${says}。不是您本人的，请立即修改密码并重新生成恢复码；快用完时也请在「动态口令」中重新生成。</p>`,
  })
  return says
}
