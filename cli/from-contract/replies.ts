import type { Endpoint, Output } from '../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import type { schedule } from '../../core/contract/schedule.ts'
import { type BulkResult, bulk } from '../../core/contract/shared.ts'
import { encode } from '../../core/contract/wire.ts'
import { jobError } from '../areas/job-end.ts'
import { exitOfBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { foretold } from '../dry-run.ts'
import { type CliError, exit } from '../errors.ts'
import { type GlobalFlag, uses } from '../flags.ts'
import { type Column, chooseColumns, columnsOf, dueMark, rowOf } from '../output/columns.ts'
import { warnIdle } from '../output/idle.ts'
import {
  isDrawn,
  isValueFormat,
  type Shape,
  tellsSuccess,
  valueFormats,
  writeList,
  writeOne,
  writeValue,
} from '../output/write.ts'
import type { Verb } from '../verb.ts'

const usualMax = 8

/** Until when something is to be answered: it leads with how far it is. */
const isDue = ({ field }: Column) => field === 'due'
const isState = ({ field }: Column) => /^(?:state|status|enabled)$/.test(field)

/** The first columns that tell people something: nothing twice, no id of what is named beside it, and how far the row is. */
function usualOf(e: Endpoint, columns: readonly Column[]): string[] {
  const { shape = {} } = rowOf(e.output)
  const named = new Set(columns.map(({ field }) => metaOf(shape[field] ?? {}).nameOf))
  // under the specification's further names (userId beside id) a field is shown once
  const again = Object.entries(e.spelled ?? {}).flatMap(([field, others]) =>
    Object.hasOwn(shape, field) ? others : [],
  )
  again.push(...Object.keys(shape).filter((field) => metaOf(shape[field] ?? {}).again !== undefined))
  const telling = columns.filter(
    ({ field, title }, i) =>
      columns.findIndex((other) => other.title === title) === i && !named.has(field) && !again.includes(field),
  )
  const first = telling.slice(0, usualMax)
  const left = [isState, isDue].flatMap((is) => (first.some(is) ? [] : (telling.find(is) ?? [])))
  return [...first.slice(0, usualMax - left.length), ...left].map(({ field }) => field)
}

/** How a reply's rows are shown: every column, the first of them in a table. */
export function shapeFor(e: Endpoint): Shape {
  const columns = columnsOf(e.output).map((one) => (isDue(one) ? { ...one, marked: dueMark } : one))
  const idField = columns.find((c) => c.whole)?.field ?? columns[0]?.field ?? 'id'
  const titleField = columns.find((c) => /title|name|^word$/i.test(c.field))?.field
  return {
    columns,
    usual: usualOf(e, columns),
    idField,
    ...(titleField && { titleField }),
  }
}

/** True for a call that answers one page of a list. */
export const isPage = (e: Endpoint) => 'list' in ((e.output as { shape?: object }).shape ?? {})

/** A tree as rows, children below their parents; @param drawn the field whose values show how deep each stands */
function* flat(nodes: readonly object[], drawn?: string, depth = 0): Generator<object> {
  for (const node of nodes) {
    const { children, ...row } = node as { children?: readonly object[] } & Readonly<Record<string, unknown>>
    yield drawn === undefined || depth === 0 ? row : { ...row, [drawn]: `${'　'.repeat(depth - 1)}└ ${row[drawn]}` }
    if (Array.isArray(children)) yield* flat(children, drawn, depth + 1)
  }
}

/** Writes a reply that is no page, as its schema says. */
export async function writeReply(ctx: Context, e: Endpoint, value: unknown): Promise<void> {
  const shape = shapeFor(e)
  if (Array.isArray(value) && ctx.format !== 'json') {
    await writeList(ctx, shape, [...flat(value, isDrawn(ctx) ? shape.titleField : undefined)])
    // neither a table nor its tab-separated lines have room for it
    if (ctx.format === 'table') warnIdle(ctx, value)
    return
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && rowOf(e.output).shape)
    return writeOne(ctx, { ...shape, usual: shape.columns.map((c) => c.field) }, value)
  if (Array.isArray(value)) chooseColumns(shape.columns, ctx.fields)
  return writeValue(ctx, value)
}

/** What `--format` may be for a reply, and whether it has fields to choose from. */
export function outputOf(e: Endpoint): Pick<Verb, 'formats'> & { readonly knows: readonly GlobalFlag[] } {
  return rowOf(e.output).shape ? { knows: uses.output } : { knows: ['format'], formats: valueFormats }
}

type Job = Pick<Output<typeof schedule.run>, 'jobId' | 'scope' | 'state' | 'says'>

/** How the job that a call began has ended; null where it went well, or goes on. */
const endOf = (e: Endpoint, value: unknown): CliError | null => {
  const { scope, state, says } = (value ?? {}) as Partial<Job>
  return e.job && state ? jobError(`「${scope}」`, state, says) : null
}

/** True of a reply that tells of no success: it is written under `-q` too. */
export const isFailure = (e: Endpoint, value: unknown): boolean => endOf(e, value) !== null

/**
 * The exit code of a reply: what a bulk call tells of each item decides, as in the commands for it.
 * @throws CliError where the job that the call began has not gone well
 */
export function exitOfReply(ctx: Context, e: Endpoint, value: unknown): number {
  const end = endOf(e, value)
  if (end) throw end
  const { jobId, scope, state } = (value ?? {}) as Partial<Job>
  if (e.job && state === 'running' && !ctx.flags.dryRun)
    ctx.note(`「${scope}」仍在进行：稍后运行 xzx schedule jobs 查看结果（任务编号 ${jobId}）`)
  const { done, failed } = (value ?? {}) as Partial<BulkResult>
  const told = e.output === bulk && Array.isArray(done) && Array.isArray(failed)
  return told ? exitOfBulk(done.length, failed.length) : exit.ok
}

/** What is drawn anew each time is not promised by a rehearsal. */
function withoutDrawn({ output }: Endpoint, value: unknown): unknown {
  const { shape = {} } = output as unknown as Shaped
  const drawn = Object.keys(shape).filter((field) => metaOf(shape[field] ?? {}).drawn)
  return { ...(value as object), ...Object.fromEntries(drawn.map((field) => [field, '执行后才有'])) }
}

/**
 * Tries a call that changes something, and shows what would be sent.
 * @param foreseen what was found out otherwise where it cannot be tried
 * @returns the exit code of the call itself
 * @throws what the call itself would throw
 */
export async function rehearse(
  ctx: Context,
  e: Endpoint,
  input: Record<string, unknown>,
  foreseen = '服务器不能试运行这个接口，不知道它是否会拒绝',
): Promise<number> {
  const via = await ctx.transport()
  const { known, value } = await foretold(
    async () => ({ known: true, value: await via.send(e, input, { signal: ctx.signal }) }),
    () => ({ known: false, value: null }),
  )
  const { path, query, body } = encode(e, input)
  // a person is told what would come of it, a program what would be sent
  if (known && value !== null && ctx.format === 'table') {
    ctx.note('试运行，没有作任何修改；执行后会得到：')
    if (tellsSuccess(ctx)) await writeReply(ctx, e, withoutDrawn(e, value))
    return exitOfReply(ctx, e, value)
  }
  ctx.note(`试运行，没有作任何修改${known ? '' : `（${foreseen}）`}，以下内容不会发出：`)
  if (tellsSuccess(ctx) && isValueFormat(ctx.format))
    await writeValue(ctx, { method: e.method, path, query: Object.fromEntries(query), body: body ?? null })
  return exitOfReply(ctx, e, value)
}
