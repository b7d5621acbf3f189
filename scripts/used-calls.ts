import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

/** Which calls a module of the console reaches: what it names, and what that names, down to the contract. */

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree
type Node = any

/** A name that a module has from another one; `*`: all of it. */
interface Imported {
  readonly file: string
  readonly name: string
}
interface Module {
  /** What it declares itself, by name; an export without a name is called `default`. */
  readonly declared: ReadonlyMap<string, Node>
  readonly imported: ReadonlyMap<string, Imported>
  /** What others call what it has. */
  readonly exported: ReadonlyMap<string, string>
}

/** What a name stands for, where it has to do with calls: all of an area, or one of them. */
type Meaning = { readonly area: string; readonly call?: string }

const typesOnly = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'superTypeArguments'])
const isType = ({ type }: Node) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration'
const nameOf = ({ name, value }: Node): string => name ?? value

/** The names that a pattern binds. */
function boundIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((one: Node) => boundIn(one.type === 'RestElement' ? one.argument : one.value))
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((one: Node) => (one ? boundIn(one) : []))
  return pattern.type === 'AssignmentPattern' ? boundIn(pattern.left) : []
}

const namesIn = (declaration: Node): [string, Node][] =>
  declaration.type === 'VariableDeclaration'
    ? declaration.declarations.flatMap((one: Node) => boundIn(one.id).map((name) => [name, one]))
    : declaration.id && !isType(declaration)
      ? [[declaration.id.name, declaration]]
      : []

function read(file: string): Module {
  const declared = new Map<string, Node>()
  const imported = new Map<string, Imported>()
  const exported = new Map<string, string>()
  const at = (source: string) => join(dirname(file), source)
  const declare = (node: Node, outside: boolean) => {
    for (const [name, one] of namesIn(node)) {
      declared.set(name, one)
      if (outside) exported.set(name, name)
    }
  }
  const kinds: Readonly<Record<string, (node: Node) => void>> = {
    ImportDeclaration({ source, specifiers, importKind }) {
      if (importKind === 'type' || !source.value.startsWith('.')) return
      for (const one of specifiers)
        imported.set(one.local.name, {
          file: at(source.value),
          name:
            one.type === 'ImportSpecifier'
              ? nameOf(one.imported)
              : one.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
        })
    },
    ExportNamedDeclaration({ declaration, specifiers, source }) {
      if (declaration) declare(declaration, true)
      for (const { local, exported: outside } of specifiers) {
        if (source) imported.set(`export ${nameOf(outside)}`, { file: at(source.value), name: nameOf(local) })
        exported.set(nameOf(outside), source ? `export ${nameOf(outside)}` : nameOf(local))
      }
    },
    ExportDefaultDeclaration({ declaration }) {
      declared.set(declaration.id?.name ?? 'default', declaration)
      exported.set('default', declaration.id?.name ?? 'default')
    },
  }
  for (const node of parseSync(file, readFileSync(file, 'utf8')).program.body as Node[])
    (kinds[node.type] ?? ((other: Node) => declare(other, false)))(node)
  return { declared, imported, exported }
}

/**
 * What modules reach, each looked at once.
 * @param areas the areas of the contract by their names
 */
export async function reacherOf(areas: Readonly<Record<string, object>>) {
  const known = new Map<string, Module>()
  const moduleAt = (file: string): Module => {
    const there = known.get(file) ?? read(file)
    known.set(file, there)
    return there
  }
  const areaNames = new Map<unknown, string>(Object.entries(areas).map(([name, area]) => [area, name]))
  const contract = new Map<string, Readonly<Record<string, unknown>>>()
  /** The area that a name of a module is, by what it holds when it is loaded. */
  async function areaOf({ file, name }: Imported): Promise<string | undefined> {
    if (!relative('.', file).startsWith('core/contract/')) return undefined
    if (!contract.has(file)) contract.set(file, await import(pathToFileURL(file).href))
    return areaNames.get(contract.get(file)?.[name])
  }

  async function meaningOf(file: string, name: string): Promise<Meaning | undefined> {
    const { declared, imported, exported } = moduleAt(file)
    const from = imported.get(name)
    if (from) {
      const area = await areaOf(from)
      if (area) return { area }
      return isOurs(from.file) ? meaningOf(from.file, moduleAt(from.file).exported.get(from.name) ?? '') : undefined
    }
    const one = declared.get(name) ?? declared.get(exported.get(name) ?? '')
    if (one?.type !== 'VariableDeclarator' || !one.init) return undefined
    const made =
      one.init.type === 'CallExpression' && one.init.callee.name === 'callsOf' ? one.init.arguments[0] : one.init
    if (made.type !== 'Identifier' || made.name === name) return undefined
    const whole = await meaningOf(file, made.name)
    if (!whole || one.id.type === 'Identifier') return whole
    const part = one.id.properties?.find(({ value }: Node) => value && boundIn(value).includes(name))
    return part && !whole.call ? { ...whole, call: nameOf(part.key) } : undefined
  }

  const isOurs = (file: string) => relative('.', file).startsWith('web/') && /\.tsx?$/.test(file) && existsSync(file)

  /** The calls that a module's `name` reaches: `area.call`, and `area.*` where all of an area is handed on. */
  return async function reached(file: string, name: string): Promise<ReadonlySet<string>> {
    const found = new Set<string>()
    const seen = new Set<string>()
    async function follow(file: string, name: string): Promise<void> {
      if (seen.has(`${file} ${name}`)) return
      seen.add(`${file} ${name}`)
      const { declared, imported, exported } = moduleAt(file)
      const own = declared.has(name) || imported.has(name) ? name : exported.get(name)
      if (name === '*') for (const one of exported.keys()) await follow(file, one)
      const from = own === undefined ? undefined : imported.get(own)
      if (from && isOurs(from.file)) return follow(from.file, from.name)
      const node = own === undefined ? undefined : declared.get(own)
      if (node) await walk(node, file)
    }
    async function named(file: string, name: string, part?: string): Promise<void> {
      const meaning = await meaningOf(file, name)
      if (!meaning) return follow(file, name)
      const call = meaning.call ?? part
      found.add(
        call !== undefined && call in (areas[meaning.area] ?? {}) ? `${meaning.area}.${call}` : `${meaning.area}.*`,
      )
    }
    async function walk(node: Node, file: string): Promise<void> {
      if (Array.isArray(node)) return each(node, file)
      if (typeof node !== 'object' || node === null) return
      const { type } = node
      if (type === 'Identifier' || type === 'JSXIdentifier') return named(file, node.name)
      if (type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed)
        return named(file, node.object.name, node.property.name)
      if (type === 'ImportExpression' && node.source.value?.startsWith('.')) {
        const there = join(dirname(file), node.source.value)
        return isOurs(there) ? follow(there, '*') : undefined
      }
      // what makes the calls of an area asks for none of them by itself
      if (type === 'VariableDeclarator' && node.init?.callee?.name === 'callsOf') return
      for (const [key, value] of Object.entries(node)) {
        const label = !node.computed && (key === 'key' || key === 'property') && type !== 'JSXAttribute'
        if (!typesOnly.has(key) && !label) await walk(value, file)
      }
    }
    async function each(nodes: readonly Node[], file: string): Promise<void> {
      for (const one of nodes) await walk(one, file)
    }
    await follow(file, name)
    for (const whole of [...found].filter((one) => one.endsWith('.*')))
      for (const one of found) if (one !== whole && one.startsWith(whole.slice(0, -1))) found.delete(one)
    return found
  }
}
