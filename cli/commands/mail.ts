import { mail } from '../../core/contract/mail.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { uses } from '../flags.ts'
import { shapeFor } from '../from-contract/replies.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { writeListing } from '../output/listing.ts'
import { type Verb, verb } from '../verb.ts'
import { spamByFilter } from './mail-spam.ts'

const [own, forum] = [(await areaVerbs('mail')).verbs, (await areaVerbs('mailForum')).verbs]

/** What departments do with letters is an area of its own on the wire; who types thinks of the letter. */
const ofForum = new Set(['forward', 'answer', 'return', 'by-dept'])
const handed = forum
  .filter(({ name }) => ofForum.has(name))
  .map(
    (one): Verb => ({
      ...one,
      examples: (one.examples ?? []).map((line) => line.replaceAll('xzx mail-forum ', 'xzx mail ')),
    }),
  )

const shown = own
  .filter(({ name }) => name === 'get')
  .map(
    (one): Verb => ({
      ...one,
      name: 'show',
      examples: (one.examples ?? []).map((line) => line.replace(' get ', ' show ')),
    }),
  )

/** Lists what is late, and ends with another code where there is some, so that a timer may tell somebody. */
async function overdue(ctx: Context): Promise<void> {
  const via = await ctx.transport()
  const call = (filters: object) =>
    via.send(mail.list, filters, { signal: ctx.signal }) as Promise<{ list: object[]; total: number }>
  const filters = { overdue: 1, sortField: 'due', sortOrder: 'asc' }
  const { total } = await call({ ...filters, pageSize: 1 })
  await writeListing(ctx, { call, filters, idField: 'id' as never }, shapeFor(mail.list))
  if (total > 0)
    throw new CliError(exit.refused, `${total} 封信件已超期`, {
      ...{ code: 'OVERDUE', why: '答复期限已过，还没有答复或办结', hint: '逐封查看：xzx mail show 编号' },
    })
}

/** What the contract says of letters, what departments do with them, and what is late. */
export const verbs = [
  ...own.map((one) => (one.name === 'spam' ? spamByFilter(one) : one)),
  ...shown,
  ...handed,
  verb({
    name: 'overdue',
    says: '列出已超期的信件；有则以退出码 1 结束，供定时任务使用',
    knows: [...uses.server, ...uses.output, ...uses.pages],
    examples: ['xzx mail overdue', 'xzx mail overdue --all --format ids'],
    run: (ctx) => overdue(ctx),
  }),
]
