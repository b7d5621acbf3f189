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
  for (const node of (Array.isArray(nodes) ? nodes : []) as readonly Listed[]) {
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

/** Those of one name that a question of which is meant shows. */
const shownMost = 20

/** Users of just this name or account among those that the caller may list, and how many there are; null: there are none, or they may list nobody. */
async function usersCalled(ctx: Context, text: string): Promise<Found | null> {
  const users = await ctx.client('user')
  const found = async (search: { readonly account: string } | { readonly name: string; readonly fullName: string }) => {
    const page = await ifAllowed(users.list({ ...search, pageSize: 200 }, { signal: ctx.signal }))
    const list = (page?.list ?? []).map(({ id, name, account }) => ({ id, name, path: name, also: account }))
    return { list, total: Number(page?.total ?? 0) }
  }
  const account = (await found({ account: text })).list.filter(({ also }) => also === text)
  // by the name alone: of thousands that have it in theirs no page is enough
  const { list, total } = await found({ name: text, fullName: text })
  const named = list.filter(({ name, id }) => name === text && !account.some((own) => own.id === id))
  const all = [...account, ...named].sort((a, b) => Number(a.id) - Number(b.id))
  const more = list.every(({ name }) => name === text) ? total - list.length : 0
  return all.length > 0 ? { all, count: all.length + more } : null
}

interface Found {
  readonly all: readonly Named[]
  readonly count: number
}

/** What a command line reads of a kind once, however many of its rows are named. */
const kept = new WeakMap<Context, Map<ReferenceName, Promise<Named[]>>>()

function allOnce(ctx: Context, of: ReferenceName): Promise<Named[]> {
  const here = kept.get(ctx) ?? new Map<ReferenceName, Promise<Named[]>>()
  kept.set(ctx, here)
  const read = here.get(of) ?? allNamed(ctx, of)
  here.set(of, read)
  return read
}

/** A number that is somebody's account or something's name as well: which of the two is meant is not guessed, for the act may be grave. */
async function refuseTwofold(ctx: Context, of: ReferenceName, text: string): Promise<void> {
  if (of === 'user') {
    const by = (await usersCalled(ctx, text))?.all.find(({ id }) => id !== text)
    if (!by) return
    throw usage(
      `${text} 是${by.name === text ? `一位用户（${by.also}）的姓名` : `${by.name}的账号`}，也是一个编号`,
      `指${by.name === text ? '这个人' : '这个账号'}请写其编号 ${by.id}，指编号请用 --ids 给出`,
    )
  }
  const { says } = references[of]
  const all = await allOnce(ctx, of).catch((thrown: unknown) => {
    // what keeps the list from being read the call itself will tell, where it matters to it
    if (thrown instanceof ApiError) return []
    throw thrown
  })
  const by = all.filter(({ id, name, also }) => id !== text && (name === text || also === text))
  if (by.length === 0) return
  const own = all.filter(({ id }) => id === text)
  throw usage(
    `${text} 是一个编号，也是${says}的${by.some(({ name }) => name === text) ? '名称' : '标识'}`,
    `请写从 / 起的全名，或其编号：${[...own, ...by].map((one) => `/${one.path}（编号 ${one.id}）`).join('、')}`,
  )
}

/** Which of several is meant. */
function severalCalled(says: string, text: string, found: readonly Named[], count: number) {
  const several = `有 ${count} 个${says}叫 ${text}`
  const listed = (words: (one: Named) => string) =>
    found.slice(0, shownMost).map(words).join('、') + (count > shownMost ? ' 等' : '')
  // the account or key of one is the name of another: by it they are not told apart
  if (found.some(({ also }) => also === text))
    return usage(several, `请写编号：${listed((one) => `${one.id} ${one.name}${one.also ? `（${one.also}）` : ''}`)}`)
  if (found.some(({ also }) => also))
    return usage(several, `请写编号或账号：${listed((one) => `${one.id} ${one.also}`)}`)
  // of one name in one place, as an older version took it, only the numbers tell them apart
  const apart = new Set(found.map(({ path }) => path)).size === found.length
  return usage(several, `请写编号${apart ? '，或从 / 起的全名' : ''}：${listed((one) => `${one.id} /${one.path}`)}`)
}

/** Those who may choose people but list none see several of one name with what tells them apart behind it: 「李明（水利局）」. */
const besideName = (of: ReferenceName, all: readonly Named[], text: string): readonly Named[] =>
  of === 'user' ? all.filter(({ name }) => name.startsWith(`${text}（`) && name.endsWith('）')) : []

/**
 * An id from an id, a name, or what else it is known by (an account); 「新闻中心/要闻」 tells those of one name apart, 「/要闻」 is the one at the top.
 * @throws CliError 2 for a name that several have, for one that is another's account or key, and for a number that is one of these; 1 for one that none has
 */
export async function namedId(ctx: Context, of: ReferenceName, text: string): Promise<string> {
  if (/^\d{1,16}$/.test(text)) {
    await refuseTwofold(ctx, of, text)
    return text
  }
  const { says, area } = references[of]
  const users = of === 'user' ? await usersCalled(ctx, text) : null
  // who may be chosen is more than who may be listed, for those who may ask for it; to others it is told that there is nobody
  const all = users?.all ?? (of === 'user' ? ((await ifAllowed(allOnce(ctx, of))) ?? []) : await allOnce(ctx, of))
  const whole = text.startsWith('/') ? text.slice(1) : null
  const found = all.filter(
    (one) => one.also === text || one.path === (whole ?? text) || (whole === null && one.name === text),
  )
  if (found.length === 1) return (found[0] as Named).id
  if (found.length > 1) throw severalCalled(says, text, found, users?.count ?? found.length)
  const beside = besideName(of, all, text)
  if (beside.length > 1) throw severalCalled(says, text, beside, beside.length)
  const near = nearest(
    text,
    all.map((one) => one.name),
  )
  throw new CliError(exit.refused, `没有${says} ${text}${near ? `，您是否想输入 ${near}？` : ''}`, {
    code: 'NOT_FOUND',
    hint: `运行 xzx ${kebab(area)} list 查看${says}`,
  })
}
