import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import { type ReferenceName, references } from '../../core/contract/references.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { kebab } from '../spelling.ts'
import { nearest } from '../suggest.ts'

/** A row that a field can name, with the names above it: 「新闻中心/要闻」. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly path: string
}
type Listed = Readonly<Record<string, unknown>>

/** Every row of a tree, or of a list, with the names above it. */
export function* withPaths(of: ReferenceName, nodes: readonly object[], above = ''): Generator<Named> {
  const { id, name: field } = references[of]
  for (const node of (nodes ?? []) as readonly Listed[]) {
    const name = String(node[field] ?? '')
    const path = above === '' ? name : `${above}/${name}`
    yield { id: String(node[id] ?? ''), name, path }
    yield* withPaths(of, (node.children ?? []) as readonly object[], path)
  }
}

/**
 * All that a field can name.
 * @param options.timeout milliseconds, where somebody waits with a finger on the key
 */
export async function allNamed(ctx: Context, of: ReferenceName, options: { timeout?: number } = {}): Promise<Named[]> {
  const { area, call } = references[of]
  const calls: Area = await areas[area as AreaName].load()
  const e = calls[call]
  if (!e) throw new Error(`no call ${area}.${call}`)
  const via = await ctx.transport()
  return [...withPaths(of, (await via.send(e, {}, { signal: ctx.signal, ...options })) as readonly object[])]
}

/** The names with those above them, by id. */
export const namedPaths = async (ctx: Context, of: ReferenceName): Promise<ReadonlyMap<string, string>> =>
  new Map((await allNamed(ctx, of)).map(({ id, path }) => [id, path]))

/**
 * An id from an id or a name; 「新闻中心/要闻」 tells those of one name apart, 「/要闻」 is the one at the top.
 * @throws CliError 2 for a name that several have, 1 for one that none has
 */
export async function namedId(ctx: Context, of: ReferenceName, text: string): Promise<string> {
  if (/^\d{1,16}$/.test(text)) return text
  const { says, area } = references[of]
  const all = await allNamed(ctx, of)
  const whole = text.startsWith('/') ? text.slice(1) : null
  const found = all.filter((one) => one.path === (whole ?? text) || (whole === null && one.name === text))
  if (found.length === 1) return (found[0] as Named).id
  if (found.length > 1) {
    // of one name in one place, as an older version took it, only the numbers tell them apart
    const apart = new Set(found.map(({ path }) => path)).size === found.length
    throw usage(
      `有 ${found.length} 个${says}叫 ${text}`,
      `请写编号${apart ? '，或从 / 起的全名' : ''}：${found.map((one) => `${one.id} /${one.path}`).join('、')}`,
    )
  }
  const near = nearest(
    text,
    all.map((one) => one.name),
  )
  throw new CliError(exit.refused, `没有${says} ${text}${near ? `，您是否想输入 ${near}？` : ''}`, {
    code: 'NOT_FOUND',
    hint: `运行 xzx ${kebab(area)} list 查看${says}`,
  })
}
