import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import { type Reference, type ReferenceName, references } from '../../core/contract/references.ts'
import { pathText } from '../../core/domain/name-path.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { unknownPlace } from '../dry-run.ts'
import { CliError, exit, usage } from '../errors.ts'
import { kebab } from '../spelling.ts'
import { nearest } from '../suggest.ts'

/** A row that a field can name, with the names above it: 「新闻中心/要闻」 (core/domain/name-path.ts). */
export interface Named {
  readonly id: string
  readonly name: string
  readonly path: string
  /** By this alone it is known as well: an account, a role's key. */
  readonly also?: string
}
type Listed = Readonly<Record<string, unknown>>

/** Every row of a tree, or of a list, with the names above it. */
export function* withPaths(of: ReferenceName, nodes: readonly object[], above = ''): Generator<Named> {
  const { id, name: field, also }: Reference = references[of]
  for (const node of (nodes ?? []) as readonly Listed[]) {
    const name = String(node[field] ?? '')
    const own = pathText([name])
    const path = above === '' ? own : `${above}/${own}`
    yield { id: String(node[id] ?? ''), name, path, ...(also && node[also] ? { also: String(node[also]) } : {}) }
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

/** What was read; null: the caller may not. */
const ifAllowed = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((thrown: unknown) => {
    if (thrown instanceof ApiError && (thrown.code === 'NO_PERMISSION' || unknownPlace(thrown))) return null
    throw thrown
  })

/** Users of a name or account among those that the caller may list; null: there are none, or they may list nobody. */
async function usersCalled(ctx: Context, text: string): Promise<Named[] | null> {
  const users = await ctx.client('user')
  const found = async (search: { readonly account: string } | { readonly name: string }): Promise<Named[]> => {
    const page = await ifAllowed(users.list({ ...search, pageSize: 200 }, { signal: ctx.signal }))
    const oldestFirst = [...(page?.list ?? [])].sort((a, b) => Number(a.id) - Number(b.id))
    return oldestFirst.map(({ id, name, account }) => ({ id, name, path: name, also: account }))
  }
  // the account first: of thousands that have it in theirs a page of names may not be enough
  const own = (await found({ account: text })).filter(({ also }) => also === text)
  if (own.length > 0) return own
  const named = await found({ name: text })
  return named.some(({ name }) => name === text) ? named : null
}

/** A number that is somebody's account as well: which of the two is meant is not guessed, for the act may be grave. */
async function refuseTwofold(ctx: Context, text: string): Promise<void> {
  const by = (await usersCalled(ctx, text))?.find(({ also, id }) => also === text && id !== text)
  if (by)
    throw usage(`${text} 是${by.name}的账号，也是一个编号`, `指这个账号请写其编号 ${by.id}，指编号请用 --ids 给出`)
}

/**
 * An id from an id, a name, or what else it is known by (an account); 「新闻中心/要闻」 tells those of one name apart, 「/要闻」 is the one at the top.
 * @throws CliError 2 for a name that several have and for an account that is a number, 1 for one that none has
 */
export async function namedId(ctx: Context, of: ReferenceName, text: string): Promise<string> {
  if (/^\d{1,16}$/.test(text)) {
    if (of === 'user') await refuseTwofold(ctx, text)
    return text
  }
  const { says, area } = references[of]
  const users = of === 'user' ? await usersCalled(ctx, text) : null
  // who may be chosen is more than who may be listed, for those who may ask for it; to others it is told that there is nobody
  const all = users ?? (of === 'user' ? ((await ifAllowed(allNamed(ctx, of))) ?? []) : await allNamed(ctx, of))
  const whole = text.startsWith('/') ? text.slice(1) : null
  const own = all.filter(({ also }) => also === text)
  const found =
    own.length === 1 ? own : all.filter((one) => one.path === (whole ?? text) || (whole === null && one.name === text))
  if (found.length === 1) return (found[0] as Named).id
  if (found.length > 1) {
    // of one name in one place, as an older version took it, only the numbers tell them apart
    const apart = new Set(found.map(({ path }) => path)).size === found.length
    throw usage(
      `有 ${found.length} 个${says}叫 ${text}`,
      found.some(({ also }) => also)
        ? `请写编号或账号：${found.map((one) => `${one.id} ${one.also}`).join('、')}`
        : `请写编号${apart ? '，或从 / 起的全名' : ''}：${found.map((one) => `${one.id} /${one.path}`).join('、')}`,
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
