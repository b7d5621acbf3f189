import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Context, Liquid, type Template } from 'liquidjs'
import { Refused } from '../../core/errors.ts'
import { directRender, quicken } from './quicken.ts'

/** A skin: templates by name, files to copy, and the engine that knows only these templates. */
export interface Skin {
  /** Names of the files that the site gets: those in `assets/`, and one style sheet for each folder in it. */
  readonly assets: readonly string[]
  /** Names of the templates, without their ending. */
  readonly templates: readonly string[]
  asset(file: string): Buffer
  /** Tells one state of the skin from another: a hash of its templates. */
  readonly stand: string
  /** Its templates show `main`, `parts` and an article's content whole, if at all: they look at nothing in them and change nothing. */
  readonly showsWhole: boolean
  /** @throws with a Chinese reason when the template is missing, broken or runs away */
  render(template: string, scope: object): string
}

const ending = '.liquid'
const maxFile = 512 * 1024
/** One template may take this long, of which a page needs a thousandth. */
const renderMs = 1000
/** A template that runs into a limit this often in a row is not tried again: each try costs `renderMs`. */
const patience = 3

/** The folder of the shipped skins: in the package, beside the sources or the bundle alike. */
export function skinsFolder(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return join(at, 'server/site/skins')
    if (at === dirname(at)) throw new Error('找不到网站皮肤所在的目录')
  }
}

/** Plain files of a folder; links, folders and odd names are no part of a skin. */
function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[a-z0-9][a-z0-9._-]{0,99}$/.test(name) && lstatSync(join(folder, name)).isFile())
    .sort()
}

const sheetEnding = '.css'

/** Folders of style sheets: `style/` is `style.css` on the site, its files one after the other, so that a page asks for one file. */
const sheetsOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() && /^[a-z0-9][a-z0-9_-]{0,99}$/.test(entry.name) ? [entry.name + sheetEnding] : [],
      )
    : []

/** A file of the site: as it lies there, or put together from its folder's parts in the order of their names. */
function assetOf(folder: string, file: string): Buffer {
  const parts = join(folder, file.slice(0, -sheetEnding.length))
  if (existsSync(join(folder, file)) || !existsSync(parts)) return readFileSync(join(folder, file))
  const names = filesOf(parts).filter((name) => name.endsWith(sheetEnding))
  return Buffer.from(names.map((name) => readFileSync(join(parts, name), 'utf8')).join('\n'))
}

/** The names of the skins there are. */
const skinNames = (folder = skinsFolder()): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const reasons: readonly (readonly [RegExp, string])[] = [
  [/render limit exceeded/, '超过运行时间限制'],
  [/memory alloc limit exceeded/, '超过内存限制'],
  [/parse length limit exceeded/, '模板过长'],
  [/ENOENT: (?:Failed to lookup|.*?) "?([\w.-]+)"?/, '引用的模板不存在'],
  [/undefined filter: (\S+)/, '没有这个过滤器：$1'],
  [/tag "?(\S+?)"? not found/, '没有这个标签：$1'],
  [/tag (.+) not closed/, '标签没有结束：$1'],
]

/** What is wrong with a template, for the person who edits it. */
function reasonOf(template: string, error: unknown): string {
  const raw = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const message = raw.replace(/, file:.*$/, '')
  const known = reasons.find(([pattern]) => pattern.test(message))
  const says = known ? known[1].replace('$1', known[0].exec(message)?.[1]?.replace(/,$/, '') ?? '') : message
  const file = /file:([^,]+), line:(\d+)/.exec(raw)
  const place = file ? `${file[1]} 第 ${file[2]} 行` : `${template}${ending}`
  return `模板 ${place}：${says}`
}

const isLimit = (error: unknown) => error instanceof Error && /limit exceeded/.test(error.message)

/** Keeps the parts that templates name, each made quick when it is first parsed. */
function cacheOf(prepare: (made: Template[]) => void) {
  const known = new Map<string, Template[] | Promise<Template[]>>()
  return {
    read: (key: string) => known.get(key),
    write(key: string, made: Template[] | Promise<Template[]>) {
      if (Array.isArray(made)) prepare(made)
      known.set(key, made)
    },
    remove: (key: string) => void known.delete(key),
  }
}

const keptMs = 60_000
const kept = new Map<string, { readonly skin: Skin; readonly stand: string; readonly until: number }>()

/** What tells that nothing in a skin's folder was changed: names, times and sizes of its files. */
const standOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { mtimeMs, size } = lstatSync(join(folder, name))
      return `${name} ${mtimeMs} ${size}`
    })
    .join('\n')

/**
 * The same for single pages that visitors and editors ask for: parsing the templates takes longer than such a page, so the skin is
 * kept for a minute, or until one of its files is changed.
 */
export function keptSkin(name: string, folder = skinsFolder()): Skin {
  if (!skinNames(folder).includes(name)) return openSkin(name, folder)
  const at = join(folder, name)
  const stand = standOf(at)
  const known = kept.get(at)
  if (known?.stand === stand && known.until > performance.now()) return known.skin
  const skin = openSkin(name, folder)
  kept.set(at, { skin, stand, until: performance.now() + keptMs })
  return skin
}

const whole = /\{\{-?\s*(?:main|parts\.\w+|article\.content)\s*\|\s*raw\s*-?\}\}|\{%-?\s*(?:els)?if\s+article\s*-?%\}/g
/** What could look into those values: their names, a name that is made up, the article handed on, or output that is caught. */
const looksInto = /\b(?:main|parts|content|capture)\b|\barticle\b(?!\.)|\[/

/** True when a template puts out main, parts and content as they are and has no other use for them. */
function showsWhole(source: string): boolean {
  const [, ...tags] = source.replace(whole, '').split(/\{[{%]/)
  return !tags.some((tag) => looksInto.test(tag.slice(0, tag.search(/[%}]\}/))))
}

/** Opens a skin by its name; the name is looked up among the folders, never used as a path. */
export function openSkin(name: string, folder = skinsFolder()): Skin {
  const found = skinNames(folder).find((one) => one === name)
  if (!found) throw new Refused('NOT_FOUND', `网站皮肤 ${name} 不存在`)
  const at = join(folder, found)
  const names = filesOf(at).filter((file) => file.endsWith(ending) && lstatSync(join(at, file)).size <= maxFile)
  // Held in memory: a template can name only these, so no path leads out of the skin.
  const templates = Object.fromEntries(names.map((file) => [file, readFileSync(join(at, file), 'utf8')]))
  const engine: Liquid = new Liquid({
    templates,
    extname: ending,
    relativeReference: false,
    cache: cacheOf((made) => quicken(made, engine)),
    ownPropertyOnly: true,
    outputEscape: 'escape',
    strictFilters: true,
    strictVariables: false,
    renderLimit: renderMs,
    memoryLimit: 5_000_000, // counts characters and list entries that filters and ranges make; a page needs some thousands
    parseLimit: 2_000_000,
  })
  const parsed = new Map<string, (scope: object) => string>()
  const broken = new Map<string, string>()
  const limits = new Map<string, number>()

  const parse = (template: string) => {
    const known = parsed.get(template)
    if (known) return known
    const source = Object.hasOwn(templates, `${template}${ending}`) ? templates[`${template}${ending}`] : undefined
    if (source === undefined) throw new Error('模板不存在')
    const nodes = engine.parse(source, `${template}${ending}`)
    quicken(nodes, engine)
    const quick = directRender(nodes)
    const context = (scope: object) => new Context(scope, engine.options, { sync: true }, { liquid: engine })
    const made = (scope: object) => quick?.(context(scope)) ?? (engine.renderSync(nodes, scope) as string)
    parsed.set(template, made)
    return made
  }

  return {
    assets: [...new Set([...filesOf(join(at, 'assets')), ...sheetsOf(join(at, 'assets'))])].sort(),
    templates: names.map((file) => file.slice(0, -ending.length)),
    asset: (file) => assetOf(join(at, 'assets'), file),
    stand: createHash('sha256').update(JSON.stringify(templates)).digest('base64url'),
    showsWhole: Object.values(templates).every(showsWhole),
    render(template, scope) {
      const known = broken.get(template)
      if (known) throw new Error(known)
      try {
        const out = parse(template)(scope)
        limits.delete(template)
        return out
      } catch (error) {
        const reason = reasonOf(template, error)
        const times = isLimit(error) ? (limits.get(template) ?? 0) + 1 : 0
        limits.set(template, times)
        if (!parsed.has(template) || times >= patience) broken.set(template, reason)
        throw new Error(reason)
      }
    },
  }
}
