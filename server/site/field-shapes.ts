/** What a template may use: the names under which values reach it, as pages gave them. */
export interface FieldShape {
  /** `article.title`; `items[].title` for what each of a list has. */
  readonly name: string
  readonly kind: 'text' | 'html' | 'number' | 'flag' | 'list' | 'group'
  /** What one page had there. */
  readonly sample: string
}

const deepest = 5
const most = 400
const sampled = 30

function kindOf(value: unknown): FieldShape['kind'] | null {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string' || value instanceof Uint8Array) return /^\s*</.test(String(value)) ? 'html' : 'text'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'flag'
  return value !== null && typeof value === 'object' ? 'group' : null
}

const sampleOf = (value: unknown, kind: FieldShape['kind']) =>
  kind === 'text' || kind === 'number' ? [...String(value)].slice(0, sampled).join('') : ''

/** Collects the names in what templates are given. */
export function fieldsSeen() {
  const found = new Map<string, FieldShape>()
  const look = (value: unknown, name: string, depth: number) => {
    const kind = kindOf(value)
    // a name that was empty so far is told as text until a page has something there
    const known = found.get(name)
    if (name !== '' && found.size < most && (!known || (known.sample === '' && kind !== null)))
      found.set(name, { name, kind: kind ?? known?.kind ?? 'text', sample: kind ? sampleOf(value, kind) : '' })
    if (depth >= deepest) return
    if (kind === 'list') for (const one of (value as unknown[]).slice(0, 3)) look(one, `${name}[]`, depth + 1)
    if (kind === 'group')
      for (const [key, one] of Object.entries(value as object))
        look(one, name === '' ? key : `${name}.${key}`, depth + 1)
  }
  return {
    add: (scope: object) => look(scope, '', 0),
    list: (): FieldShape[] =>
      [...found.values()].filter(({ name }) => !name.endsWith('[]')).sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}
