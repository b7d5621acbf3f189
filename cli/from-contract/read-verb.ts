import type { AreaName } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { writeListing } from '../output/listing.ts'
import { camel, kebab } from '../spelling.ts'
import { type Verb, verb } from '../verb.ts'
import { checkedFields } from './check.ts'
import { readExamples } from './examples.ts'
import { fieldMeta, filtersOf, flagFor, requiredOf, spanFlags, spanFor, titleOf } from './fields.ts'
import { flagName } from './names.ts'
import { ownArgument } from './own-id.ts'
import { isPage, outputOf, shapeFor, writeReply } from './replies.ts'

type Cuts = NonNullable<Endpoint['cuts']>

/** What a call that tells no sum leaves out is known by asking it for all that it would give. */
async function readCut(ctx: Context, e: Endpoint, { by, usual, most }: Cuts, input: Record<string, unknown>) {
  const via = await ctx.transport()
  const all = (await via.send(e, { ...input, [by]: most }, { signal: ctx.signal })) as readonly unknown[]
  const shown = all.slice(0, ctx.format === 'count' ? most : Number(input[by] ?? usual))
  if (shown.length === all.length && all.length < most) return writeReply(ctx, e, shown)
  // its line under the table would pass what is shown for all
  await writeReply({ ...ctx, note: () => undefined }, e, shown)
  const flag = `--${flagName(e, by)}`
  const rest =
    all.length < most
      ? `共 ${all.length} 条；要全部加 ${flag} ${all.length}`
      : `至少有 ${most} 条；最多列出 ${most} 条（${flag} ${most}），其余的请写得更具体一些`
  ctx.warn(`只列出了前 ${shown.length} 条，${rest}`)
}

async function read(ctx: Context, e: Endpoint, input: Record<string, unknown>): Promise<void> {
  if (e.cuts) return readCut(ctx, e, e.cuts, input)
  const via = await ctx.transport()
  if (!isPage(e)) return writeReply(ctx, e, await via.send(e, input, { signal: ctx.signal }))
  const shape = shapeFor(e)
  const call = (filters: object) => via.send(e, filters, { signal: ctx.signal }) as Promise<{ list: object[] }>
  return writeListing(ctx, { call, filters: input, idField: shape.idField as never }, shape)
}

/** What was typed without its flag, as if with it. @throws CliError 2 where it was typed in both ways */
function withBare(e: Endpoint, field: string, typed: string, flags: Readonly<Record<string, string>>) {
  const name = camel(flagName(e, field))
  if (flags[name] !== undefined)
    throw usage(`${titleOf(e, field)}写了两次：${typed} 和 --${flagName(e, field)}`, '去掉一个')
  return { ...flags, [name]: typed }
}

/** A verb made from a reading call: the id of the thing itself is its argument, all other fields are flags. */
export function readVerb(area: AreaName, name: string, e: Endpoint): Verb {
  const own = ownArgument(area, e)
  const idField = own.field
  const required = requiredOf(e).filter((field) => field !== idField)
  const optional = filtersOf(e)
  const bare = idField === undefined ? inputFields(e).find((field) => fieldMeta(e, field).bare) : undefined
  const examples = readExamples(`xzx ${kebab(area)} ${name}`, e, {
    idField: idField ?? bare,
    required: required.filter((field) => field !== bare),
    filters: isPage(e) ? optional : [],
  })
  return verb<Record<string, string>>({
    name,
    says: e.says,
    made: 'read',
    ...own.declares,
    ...(bare !== undefined && { args: `[${titleOf(e, bare)}]` }),
    flags: [
      ...required.map((field) => flagFor(e, field, '（必填）', area)),
      ...optional.map((field) => flagFor(e, field, '', area)),
    ],
    ...outputOf(e),
    knows: [...uses.server, ...outputOf(e).knows, ...(isPage(e) ? uses.pages : []), ...spanFlags(e)],
    examples,
    async run(ctx, { args: [id], flags }) {
      const typed = bare === undefined || id === undefined ? flags : withBare(e, bare, id, flags)
      const given: Record<string, unknown> = {
        ...(await own.read(ctx, id, examples[0])),
        ...(await checkedFields(ctx, e, typed, area)),
      }
      const missing = required.find((field) => given[field] === undefined)
      if (missing !== undefined)
        throw usage(`缺少 --${flagName(e, missing)}（${titleOf(e, missing)}）`, `例如 ${examples[0]}`)
      await read(ctx, e, { ...given, ...spanFor(ctx, e) })
    },
  })
}
