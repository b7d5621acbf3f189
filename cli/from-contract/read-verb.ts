import type { AreaName } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { writeListing } from '../output/listing.ts'
import { kebab } from '../spelling.ts'
import { type Verb, verb } from '../verb.ts'
import { checkedFields } from './check.ts'
import { readExamples } from './examples.ts'
import { filtersOf, flagFor, requiredOf, spanFlags, spanFor, titleOf } from './fields.ts'
import { flagName } from './names.ts'
import { ownArgument } from './own-id.ts'
import { isPage, outputOf, shapeFor, writeReply } from './replies.ts'

async function read(ctx: Context, e: Endpoint, input: Record<string, unknown>): Promise<void> {
  const via = await ctx.transport()
  if (!isPage(e)) return writeReply(ctx, e, await via.send(e, input, { signal: ctx.signal }))
  const shape = shapeFor(e)
  const call = (filters: object) => via.send(e, filters, { signal: ctx.signal }) as Promise<{ list: object[] }>
  return writeListing(ctx, { call, filters: input, idField: shape.idField as never }, shape)
}

/** A verb made from a reading call: the id of the thing itself is its argument, all other fields are flags. */
export function readVerb(area: AreaName, name: string, e: Endpoint): Verb {
  const own = ownArgument(area, e)
  const idField = own.field
  const required = requiredOf(e).filter((field) => field !== idField)
  const optional = filtersOf(e)
  const examples = readExamples(`xzx ${kebab(area)} ${name}`, e, {
    idField,
    required,
    filters: isPage(e) ? optional : [],
  })
  return verb<Record<string, string>>({
    name,
    says: e.says,
    made: 'read',
    ...own.declares,
    flags: [
      ...required.map((field) => flagFor(e, field, '（必填）', area)),
      ...optional.map((field) => flagFor(e, field, '', area)),
    ],
    ...outputOf(e),
    knows: [...uses.server, ...outputOf(e).knows, ...(isPage(e) ? uses.pages : []), ...spanFlags(e)],
    examples,
    async run(ctx, { args: [id], flags }) {
      const given: Record<string, unknown> = {
        ...(await own.read(ctx, id, examples[0])),
        ...(await checkedFields(ctx, e, flags, area)),
      }
      const missing = required.find((field) => given[field] === undefined)
      if (missing !== undefined)
        throw usage(`缺少 --${flagName(e, missing)}（${titleOf(e, missing)}）`, `例如 ${examples[0]}`)
      await read(ctx, e, { ...given, ...spanFor(ctx, e) })
    },
  })
}
