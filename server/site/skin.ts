import { createHash } from 'node:crypto'
import { Context, Liquid, type Template, toValueSync } from 'liquidjs'
import { templateName } from '../../core/domain/skin-files.ts'
import { Collected, directRender, quicken } from './quicken.ts'
import type { SkinFiles } from './skin-files.ts'

/** A skin: templates by name, files to copy, and the engine that knows only these templates. */
export interface Skin {
  /** Names of the files that the site gets: those in `assets/`, and one style sheet for each folder in it. */
  readonly assets: readonly string[]
  /** Names of the templates, without their ending. */
  readonly templates: readonly string[]
  asset(file: string): Buffer
  /** Templates, without their ending, that did not come with the program. */
  readonly own: readonly string[]
  /** Tells one state of the skin from another: a hash of its templates. */
  readonly stand: string
  /** Its templates show `main`, `parts` and an article's content whole, if at all: they look at nothing in them and change nothing. */
  readonly showsWhole: boolean
  /** @throws TemplateFault when the template is missing, broken or runs away */
  render(template: string, scope: object): string
  /** Whether a template can be read at all, without running it. @throws TemplateFault */
  parse(template: string): void
}

const ending = '.liquid'
const assetsIn = 'assets/'
/** One template may take this long, of which a page needs a thousandth. */
const renderMs = 1000
/** What one template may put out, in characters: ten times the longest text of an article. */
const outputMax = 4_000_000
/** A template that runs into a limit this often in a row is not tried again: each try costs `renderMs`. */
const patience = 3

const reasons: readonly (readonly [RegExp, string])[] = [
  [/render limit exceeded/, '超过运行时间限制'],
  [/memory alloc limit exceeded/, '超过内存限制'],
  [/parse length limit exceeded/, '模板过长'],
  [/output limit exceeded|Invalid string length/, `输出超过 ${outputMax / 10_000} 万字`],
  [/Maximum call stack size exceeded/, '模板相互引用没有尽头'],
  [/ENOENT: (?:Failed to lookup|.*?) "?([\w.-]+)"?/, '引用的模板不存在'],
  [/undefined filter: (\S+)/, '没有这个过滤器：$1'],
  [/tag "?(\S+?)"? not found/, '没有这个标签：$1'],
  [/(?:tag|output|raw) (.+) not closed/, '标签没有结束：$1'],
  [/unexpected tag ['"](\w+)['"]/, '多余的标签：$1'],
  [/invalid value expression: (.+)/, '写法不对：$1'],
]

/** What is wrong with a template, and where. */
export class TemplateFault extends Error {
  readonly path: string
  readonly line: number | null
  readonly column: number | null
  readonly says: string
  constructor(path: string, at: readonly [line: number, column: number] | null, says: string) {
    super(`模板 ${path}${at ? ` 第 ${at[0]} 行` : ''}：${says}`)
    this.path = path
    this.line = at?.[0] ?? null
    this.column = at?.[1] ?? null
    this.says = says
  }
}

/** The same for the person who edits it, of what LiquidJS throws. */
function faultOf(template: string, error: unknown): TemplateFault {
  const raw = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const message = raw.replace(/, (?:file:.*|line:\d+, col:\d+)$/, '')
  const known = reasons.find(([pattern]) => pattern.test(message))
  const says = known ? known[1].replace('$1', known[0].exec(message)?.[1]?.replace(/,$/, '') ?? '') : message
  const [, file, line, column] = /file:([^,]+), line:(\d+), col:(\d+)/.exec(raw) ?? []
  return new TemplateFault(file ?? `${template}${ending}`, file ? [Number(line), Number(column)] : null, says)
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
const keptMost = 4
const kept = new Map<string, { readonly skin: Skin; readonly until: number }>()

/**
 * The same for single pages that visitors and editors ask for: parsing the templates takes longer than such a page, so the skin is
 * kept for a minute, or until one of its files is changed.
 */
export function keptSkin(files: SkinFiles): Skin {
  const known = kept.get(files.stand)
  if (known && known.until > performance.now()) return known.skin
  const skin = openSkin(files)
  kept.delete(files.stand)
  if (kept.size >= keptMost) kept.delete(kept.keys().next().value as string)
  kept.set(files.stand, { skin, until: performance.now() + keptMs })
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

/** The style sheets and other files that the site gets: a folder of style sheets is one file, its parts in the order of their names. */
function assetsOf(files: SkinFiles['files']): Map<string, string | Uint8Array> {
  const found = new Map<string, string | Uint8Array>()
  const parts = new Map<string, string[]>()
  for (const path of Object.keys(files).sort()) {
    if (!path.startsWith(assetsIn)) continue
    const [name = '', part] = path.slice(assetsIn.length).split('/')
    if (part === undefined) found.set(name, files[path] as string | Uint8Array)
    else parts.set(`${name}.css`, [...(parts.get(`${name}.css`) ?? []), String(files[path])])
  }
  for (const [sheet, texts] of parts) if (!found.has(sheet)) found.set(sheet, texts.join('\n'))
  return found
}

/** Opens a skin: a template can name only its files, which are held in memory, so no path leads out of it. */
export function openSkin({ files, own = [] }: Pick<SkinFiles, 'files'> & Partial<Pick<SkinFiles, 'own'>>): Skin {
  const assets = assetsOf(files)
  const names = Object.keys(files)
    .filter((path) => path.endsWith(ending))
    .sort()
  const templates = Object.fromEntries(names.map((path) => [path, String(files[path])]))
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
  const broken = new Map<string, TemplateFault>()
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
    const made = (scope: object) => {
      const ctx = context(scope)
      if (quick) return quick(ctx, outputMax)
      const collected = new Collected(outputMax)
      toValueSync(engine.renderer.renderTemplates(nodes, ctx, collected))
      return collected.buffer
    }
    parsed.set(template, made)
    return made
  }

  return {
    assets: [...assets.keys()].sort(),
    templates: names.map(templateName),
    own: own.map(templateName),
    asset(file) {
      const content = assets.get(file)
      if (content === undefined) throw new Error(`皮肤没有文件 ${file}`)
      return Buffer.from(content as string)
    },
    stand: createHash('sha256').update(JSON.stringify(templates)).digest('base64url'),
    showsWhole: Object.values(templates).every(showsWhole),
    parse(template) {
      try {
        parse(template)
      } catch (error) {
        throw faultOf(template, error)
      }
    },
    render(template, scope) {
      const known = broken.get(template)
      if (known) throw known
      try {
        const out = parse(template)(scope)
        limits.delete(template)
        return out
      } catch (error) {
        const fault = faultOf(template, error)
        const times = isLimit(error) ? (limits.get(template) ?? 0) + 1 : 0
        limits.set(template, times)
        if (!parsed.has(template) || times >= patience) broken.set(template, fault)
        throw fault
      }
    },
  }
}
