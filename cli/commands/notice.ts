import { notice } from '../../core/contract/notice.ts'
import { uses } from '../flags.ts'
import { idsVerb } from '../from-contract/ids-verb.ts'
import { readVerb } from '../from-contract/read-verb.ts'
import { rehearse, writeReply } from '../from-contract/replies.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { verb } from '../verb.ts'

/** What the contract says of notices, and what their readers do with them: that is counted and no change, so that no command is made of it. */
export const verbs = [
  readVerb('notice', 'get', notice.open),
  idsVerb({
    word: 'read',
    e: notice.read,
    says: '把发给本人的通知记为已读；--confirm 同时确认其中重要的',
    doing: '记为已读',
    rows: '通知',
    flags: [{ flag: '--confirm', says: '同时确认其中重要的' }],
    more: async (_, flags) => (flags.confirm ? { confirm: 1 } : {}),
    asking: (more) => ({ ...(more.confirm === 1 && { doing: '确认' }), consequence: '' }),
    examples: [
      'xzx notice read 101 102',
      'xzx notice my --reading 未读 --all --format ids | xzx notice read --ids - --yes',
    ],
    input: (ids) => ({ ids }),
    told: async () => ({ titles: [], along: '' }),
  }),
  verb({
    name: 'read-all',
    says: '把发给本人的未读通知全部记为已读；重要的仍须逐条确认',
    knows: [...uses.server, 'format'],
    examples: ['xzx notice read-all'],
    async run(ctx) {
      if (ctx.flags.dryRun) return rehearse(ctx, notice.read, { every: 1 })
      const via = await ctx.transport()
      const reply = (await via.send(notice.read, { every: 1 }, { signal: ctx.signal })) as { done: string[] }
      ctx.note(`已把 ${reply.done.length} 条通知记为已读`)
      if (ctx.format === 'json') await writeReply(ctx, notice.read, reply)
      return 0
    },
  }),
  ...(await areaVerbs('notice')).verbs,
]
