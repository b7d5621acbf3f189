import { mail } from '../../core/contract/mail.ts'
import { type MailState, mailFlow } from '../../core/domain/mail-states.ts'
import { exit, usage } from '../errors.ts'
import { checkedFields } from '../from-contract/check.ts'
import { flagFor } from '../from-contract/fields.ts'
import { allRows } from '../output/listing.ts'
import { camel } from '../spelling.ts'
import type { Given, Verb } from '../verb.ts'

/** By what a pile of letters is meant, in the place of their numbers. */
const fields = ['title', 'content', 'phone', 'type', 'state', 'sameAs'] as const
const isFilter = (name: string): boolean => (fields as readonly string[]).includes(name)

/** The made command, which also takes all letters that filters find, as a list with them shows them. */
export const spamByFilter = (made: Verb): Verb => ({
  ...made,
  flags: [...(made.flags ?? []), ...fields.map((field) => flagFor(mail.list, field, '', 'mail'))],
  examples: [
    ...(made.examples ?? []),
    'xzx mail spam --same-as 101 --preset 2 --dry-run',
    'xzx mail spam --title 贷款 --state 待审核 --reason 广告 --dry-run',
  ],
  async run(ctx, given) {
    const { args, flags, ...rest } = given as Given<Readonly<Record<string, string>>>
    const typed = Object.entries(flags).map(([name, value]) => [name, value, isFilter(camel(name))] as const)
    const filters = Object.fromEntries(typed.flatMap(([name, value, filter]) => (filter ? [[name, value]] : [])))
    const others = Object.fromEntries(typed.flatMap(([name, value, filter]) => (filter ? [] : [[name, value]])))
    if (Object.keys(filters).length === 0) return made.run(ctx, given)
    if (args.length > 0 || ctx.flags.ids !== undefined)
      throw usage('编号和筛选条件不能同时使用', '要么写出编号，要么写筛选条件')
    const via = await ctx.transport()
    const search = await checkedFields(ctx, mail.list, filters, 'mail')
    const call = (input: object) =>
      via.send(mail.list, input, { signal: ctx.signal }) as Promise<{ list: { id: string; state: number }[] }>
    const ids: string[] = []
    for await (const { id, state } of allRows(ctx, { call, filters: search, idField: 'id' }))
      if (mailFlow.target('spam', Number(state) as MailState) !== null) ids.push(id)
    if (ids.length === 0) {
      ctx.note('没有符合条件、可以移入垃圾信件的信件')
      return exit.ok
    }
    return made.run(ctx, { ...rest, args: ids, flags: others })
  },
})
