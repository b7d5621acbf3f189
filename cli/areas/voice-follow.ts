import { setTimeout as sleep } from 'node:timers/promises'
import { voiceStates } from '../../core/domain/voices.ts'
import { ApiError } from '../../core/errors.ts'
import type { Follows } from '../bulk/follows.ts'

const pollMs = 500
const making = 0
const isMade = (state: number) => voiceStates[state as keyof typeof voiceStates] === '可以收听'

/** Articles that are read aloud go on after the call was answered, where they are long. */
export const voiceFollows: Follows = {
  flag: { flag: '--wait', says: '等到全部生成结束；Ctrl+C 不再等待，生成继续' },
  goesOn(reply) {
    const { state, finished, total } = (reply ?? {}) as Readonly<Record<string, unknown>>
    if (state !== 'running') return null
    return Number(total) > 0 ? `已完成 ${Number(finished ?? 0)}/${Number(total)} 段` : '还没有开始'
  },
  hint: (id) => `用 xzx voice get ${id} 查看，或加 --wait 等到结束`,
  async end(ctx, id) {
    const { get } = await ctx.client('voice')
    while (!ctx.signal.aborted) {
      const voice = await get({ id })
      const state = Number(voice?.voiceState ?? making)
      if (voice === null || (state !== making && (voice.says || !isMade(state))))
        throw new ApiError('refused', 'BAD_STATE', `没有生成语音：${voice?.says || '已被删除'}`)
      if (state !== making) return true
      await sleep(pollMs, undefined, { signal: ctx.signal }).catch(() => undefined)
    }
    return false
  },
}
