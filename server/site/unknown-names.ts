import { Liquid, type Template } from 'liquidjs'
import type { SkinFiles } from './skin-files.ts'

/** Names in templates that stand for nothing, because they are misspelt: LiquidJS shows nothing there, and says nothing. */

/** Groups of which every page gives all names, whether there is anything under them or not. */
const whole: ReadonlySet<string> = new Set(['site', 'page', 'article', 'column', 'pager'])

/** A name that nothing stands for, and where it is. */
export interface UnknownName {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly says: string
}

/** Names that a template gives to one within it: `{% render 'items', items: newest %}`. */
const given = /\{%-?\s*(?:render|include)\s+["']([\w-]{1,80})(?:\.liquid)?["']([^%]{0,400})/g

/** The names that others give to each template. */
function givenNames({ files }: Pick<SkinFiles, 'files'>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith('.liquid')) continue
    for (const [, template = '', rest = ''] of String(text).matchAll(given)) {
      const names = found.get(template) ?? new Set()
      found.set(template, names)
      for (const [, name = ''] of rest.matchAll(/\b(\w{1,80})\s{0,20}:/g)) names.add(name)
      for (const [, name = ''] of rest.matchAll(/\bas\s{1,20}(\w{1,80})/g)) names.add(name)
    }
  }
  return found
}

/**
 * What of a skin's templates stands for nothing.
 * @param seen the names that each template was given on the tried pages; one that none of them used is not looked at
 */
export function unknownNames(
  skin: Pick<SkinFiles, 'files'>,
  seen: ReadonlyMap<string, ReadonlySet<string>>,
): UnknownName[] {
  const engine = new Liquid()
  const fromOthers = givenNames(skin)
  const found: UnknownName[] = []
  for (const [template, names] of seen) {
    const path = `${template}.liquid`
    const parsed = parsedOf(engine, String(skin.files[path] ?? ''))
    if (!parsed) continue
    for (const variables of Object.values(engine.analyzeSync(parsed, { partials: false }).globals))
      for (const { segments, location } of variables) {
        const [root, next] = segments
        if (typeof root !== 'string' || root === 'forloop' || fromOthers.get(template)?.has(root)) continue
        const wrong = !names.has(root)
          ? root
          : typeof next === 'string' && whole.has(root) && !names.has(`${root}.${next}`) && next !== 'size'
            ? `${root}.${next}`
            : null
        if (wrong) found.push({ path, line: location.row, column: location.col, says: `没有「${wrong}」这个字段` })
      }
  }
  return found
}

/** Null for what can't be read, which is told elsewhere. */
function parsedOf(engine: Liquid, source: string): Template[] | null {
  try {
    return engine.parse(source)
  } catch {
    return null
  }
}
