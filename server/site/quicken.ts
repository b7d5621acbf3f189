import { type Context, type Emitter, IfTag, type Liquid, Output, type Template, toValue, type Value } from 'liquidjs'

/**
 * LiquidJS runs each node through generators, which for `{{ item.title }}` costs many times the work itself. The nodes that make up
 * nearly all of a page (text, plain property paths, conditions on them) get a direct way here; look-up, own-property rule, escaping
 * and limits stay LiquidJS's own. Whatever looks unfamiliar is left as it was. A template of nothing but such nodes has no loop that
 * could run away, and is gone through without the engine.
 */
interface Node extends Template {
  readonly str?: unknown
  readonly branches?: readonly { value?: Value; templates?: Template[] }[]
  readonly templates?: unknown
  readonly elseTemplates?: unknown
}
interface Word {
  readonly content?: unknown
}
interface Path {
  readonly variable?: unknown
  readonly props?: readonly Word[]
}
type Direct = (ctx: Context) => unknown

/** Nodes that render without a generator. */
const direct = new WeakSet<object>()
const allDirect = (templates: readonly Template[]) => templates.every((node) => direct.has(node))
const isTrue = (value: unknown) => value !== false && value !== undefined && value !== null

/** The names of `{{ a.b.c }}`, or null for anything more. */
function pathOf(value: Value): string[] | null {
  const { postfix } = value.initial as unknown as { postfix?: readonly Path[] }
  const [path] = postfix ?? []
  if (postfix?.length !== 1 || path?.variable !== undefined || !Array.isArray(path?.props) || path.props.length === 0)
    return null
  const names = path.props.map((prop: Word) => prop.content)
  return names.every((name) => typeof name === 'string') ? (names as string[]) : null
}

/** What the value is without a filter, escaped, or `raw`; null where it has other filters. */
function directly(value: Value, liquid: Liquid): Direct | null {
  const path = pathOf(value)
  const [filter, ...more] = value.filters as unknown as readonly {
    name: string
    raw: boolean
    handler: unknown
    args: readonly unknown[]
  }[]
  if (!path || more.length > 0 || (filter && filter.args.length > 0)) return null
  const [first, ...rest] = path as [string, ...string[]]
  const read: Direct = (ctx) => {
    // what findScope answers holds the name, or is the globals: the rule for own properties is readProperty's
    const scopes = ctx as unknown as { findScope(key: string): object; readProperty(at: unknown, key: string): unknown }
    let at: unknown = scopes.readProperty(scopes.findScope(first), first)
    for (const name of rest) at = scopes.readProperty(at, name)
    return at
  }
  if (!filter || (filter.raw && filter.name === 'raw')) return read
  const escaping = liquid.options.outputEscape
  if (!escaping || filter.handler !== escaping) return null
  return (ctx) => escaping.call({ context: ctx, liquid } as never, read(ctx))
}

type Write = (ctx: Context, emitter: Emitter) => void
function goDirectly(node: object, render: Write): void {
  Object.assign(node, { render })
  direct.add(node)
}

function quickenOutput(node: Output, liquid: Liquid): void {
  const read = directly(node.value, liquid)
  if (read) goDirectly(node, (ctx, emitter) => void emitter.write(read(ctx)))
}

/** Goes through nodes that are all direct. */
function through(templates: readonly Template[], ctx: Context, emitter: Emitter): void {
  for (const node of templates) node.render(ctx, emitter)
}

type Branch = { readonly value: Value; readonly templates: readonly Template[] }

/** A condition whose tests and parts are all direct is direct too. */
function quickenIf(node: Node, reads: readonly (Direct | null)[]): void {
  const branches = (node.branches ?? []) as readonly Branch[]
  const otherwise = (node.elseTemplates ?? []) as readonly Template[]
  if (reads.includes(null) || !allDirect(otherwise) || !branches.every((branch) => allDirect(branch.templates))) return
  goDirectly(node, (ctx, emitter) => {
    const hit = branches.findIndex((_, i) => isTrue((reads[i] as Direct)(ctx)))
    through(hit < 0 ? otherwise : (branches[hit] as Branch).templates, ctx, emitter)
  })
}

/** Nodes that are all direct as one: the engine looks at its clock once for them. */
function together(nodes: readonly Template[]): Template {
  const one = {
    token: (nodes[0] as Template).token,
    render(ctx: Context, emitter: Emitter) {
      for (const node of nodes) {
        one.token = node.token // what fails is looked for where it stands
        node.render(ctx, emitter)
      }
    },
  }
  direct.add(one)
  return one
}

/** Puts together, in place, what is direct and stands side by side. */
function join(templates: Template[]): void {
  for (let at = 0; at < templates.length; at += 1) {
    let end = at
    while (end < templates.length && direct.has(templates[end] as Template)) end += 1
    if (end - at > 1) templates.splice(at, end - at, together(templates.slice(at, end)))
  }
}

/** Gives the nodes of a parsed template their direct way, those inside tags too. */
export function quicken(templates: Template[], liquid: Liquid): void {
  for (const node of templates as readonly Node[]) {
    if ((node as Template) instanceof Output) quickenOutput(node as Template as Output, liquid)
    else if (node.constructor.name === 'HTML' && typeof node.str === 'string') {
      const text = node.str
      goDirectly(node, (_, emitter) => void emitter.write(text))
    }
    const reads: (Direct | null)[] = []
    for (const branch of Array.isArray(node.branches) ? node.branches : []) {
      const read = branch.value && branch.value.filters.length === 0 ? directly(branch.value, liquid) : null
      if (read) Object.assign(branch.value as Value, { value: read })
      reads.push(read)
      if (Array.isArray(branch.templates)) quicken(branch.templates, liquid)
    }
    if (Array.isArray(node.templates)) quicken(node.templates as Template[], liquid)
    if (Array.isArray(node.elseTemplates)) quicken(node.elseTemplates as Template[], liquid)
    if ((node as Template) instanceof IfTag) quickenIf(node, reads)
  }
  join(templates)
}

/** Collects what nodes write, as LiquidJS's own emitter does, up to so many characters: none of them are counted by its limits. */
export class Collected implements Emitter {
  buffer = ''
  readonly #most: number
  constructor(most: number) {
    this.#most = most
  }
  write(value: unknown): void {
    this.buffer += typeof value === 'string' ? value : wordsOf(toValue(value))
    if (this.buffer.length > this.#most) throw new Error('output limit exceeded')
  }
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map((one) => wordsOf(toValue(one))).join('') : String(value)
}

/** The direct way through a whole template, or null where one of its nodes has none. */
export function directRender(templates: readonly Template[]): ((ctx: Context, most: number) => string) | null {
  if (!allDirect(templates)) return null
  return (ctx, most) => {
    const collected = new Collected(most)
    through(templates, ctx, collected)
    return collected.buffer
  }
}
