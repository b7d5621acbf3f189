import { type Context, type Emitter, type Liquid, Output, type Template, type Value } from 'liquidjs'

/**
 * LiquidJS runs each node through generators, which for `{{ item.title }}` costs many times the work itself. The nodes that make up
 * nearly all of a page (text, plain property paths, conditions on them) get a direct way here; look-up, own-property rule, escaping
 * and limits stay LiquidJS's own. Whatever looks unfamiliar is left as it was.
 */
interface Node extends Template {
  readonly str?: unknown
  readonly branches?: readonly { value?: Value; templates?: readonly Template[] }[]
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

function quickenOutput(node: Output, liquid: Liquid): void {
  const direct = directly(node.value, liquid)
  if (!direct) return
  const render = (ctx: Context, emitter: Emitter) => void emitter.write(direct(ctx))
  Object.assign(node, { render })
}

/** Gives the nodes of a parsed template their direct way, those inside tags too. */
export function quicken(templates: readonly Template[], liquid: Liquid): void {
  for (const node of templates as readonly Node[]) {
    if ((node as Template) instanceof Output) quickenOutput(node as Template as Output, liquid)
    else if (node.constructor.name === 'HTML' && typeof node.str === 'string') {
      const text = node.str
      Object.assign(node, { render: (_: Context, emitter: Emitter) => void emitter.write(text) })
    }
    for (const branch of Array.isArray(node.branches) ? node.branches : []) {
      const direct = branch.value ? directly(branch.value, liquid) : null
      if (direct && branch.value?.filters.length === 0) Object.assign(branch.value, { value: direct })
      if (Array.isArray(branch.templates)) quicken(branch.templates, liquid)
    }
    if (Array.isArray(node.templates)) quicken(node.templates as Template[], liquid)
    if (Array.isArray(node.elseTemplates)) quicken(node.elseTemplates as Template[], liquid)
  }
}
