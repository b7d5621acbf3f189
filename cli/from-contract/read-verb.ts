import { requiredFields } from '../../core/client/prepare.ts'
import type { AreaName } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { writeListing } from '../output/listing.ts'
import { type Verb, verb } from '../verb.ts'
import { checkedFields, checkValue } from './check.ts'
import { readExamples } from './examples.ts'
import { filtersOf, flagFor, spanFlags, spanFor, titleOf } from './fields.ts'
import { kebab } from './names.ts'
import { isPage, outputOf, shapeFor, writeReply } from './replies.ts'

async function read(ctx: Context, e: Endpoint, input: Record<string, unknown>): Promise<void> {
  const via = await ctx.transport()
  if (!isPage(e)) return writeReply(ctx, e, await via.send(e, input, { signal: ctx.signal }))
  const shape = shapeFor(e)
  const call = (filters: object) => via.send(e, filters, { signal: ctx.signal }) as Promise<{ list: object[] }>
  return writeListing(ctx, { call, filters: input, idField: shape.idField as never }, shape)
}

/** A verb made from a reading call: required fields are its arguments, the others its flags. */
export function readVerb(area: AreaName, name: string, e: Endpoint): Verb {
  const required = requiredFields(e)
  const optional = filtersOf(e)
  const examples = readExamples(`xzx ${area} ${name}`, e, required, isPage(e) ? optional : [])
  return verb<Record<string, string>>({
    name,
    says: e.says,
    made: 'read',
    ...(required.length > 0 && { args: required.map((field) => `[${kebab(field)}]`).join(' ') }),
    flags: optional.map((field) => flagFor(e, field)),
    ...outputOf(e),
    knows: [...uses.server, ...outputOf(e).knows, ...(isPage(e) ? uses.pages : []), ...spanFlags(e)],
    examples,
    async run(ctx, { args, flags }) {
      const missing = required[args.length]
      if (missing !== undefined) throw usage(`缺少${titleOf(e, missing)}（${kebab(missing)}）`, `例如 ${examples[0]}`)
      const named = Object.fromEntries(required.map((field, i) => [field, args[i]]))
      for (const [field, value] of Object.entries(named)) checkValue(e, field, titleOf(e, field), value)
      await read(ctx, e, {
        ...named,
        ...(await checkedFields(ctx, e, flags)),
        ...spanFor(ctx, e),
      })
    },
  })
}
