import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TraceKind } from '../../core/domain/traces.ts'
import { articleFolder, articlePath } from './addresses.ts'
import { filesBelow, isOwn } from './write.ts'

/** An article that is to be gone, and what was its own on the site. */
export interface Sought {
  readonly id: number
  /** Names of pictures and videos that no page shows any more. */
  readonly pictures: readonly string[]
}
/** Where things of an article still are, of one kind; so many are named. */
export interface Traces {
  readonly kind: TraceKind
  readonly looked: number
  readonly count: number
  readonly found: readonly string[]
}
export interface TracesOf {
  readonly id: number
  readonly places: readonly Traces[]
}

const namedMost = 20
/** No page of ours is as long; what somebody has put there is passed over. */
const longest = 20_000_000

const named = /\/a\/\d+\/(\d+)(?=\.html|\/)/g
const readable = /\.(?:html|xml|json)$/
const feeds = /^(?:rss|sitemap[\w]*)\.xml$|^search\.json$/

/** On an article's page, the list that the site makes beside what the article says. */
function relatedIn(text: string): string {
  const from = text.indexOf('class="relevant"')
  return from < 0 ? '' : text.slice(from, text.indexOf('</section>', from))
}
const idsIn = (text: string) => new Set(Array.from(text.matchAll(named), ([, id]) => Number(id)))

/** What kind of page it is, by its path. */
const kindOf = (path: string): TraceKind =>
  path === 'index.html' ? 'front' : feeds.test(path) ? 'feeds' : path.startsWith('a/') ? 'links' : 'lists'

class Found {
  readonly counts = new Map<TraceKind, { looked: number; found: string[]; count: number }>()
  of(kind: TraceKind) {
    const there = this.counts.get(kind) ?? { looked: 0, found: [], count: 0 }
    this.counts.set(kind, there)
    return there
  }
  add(kind: TraceKind, path: string): void {
    const one = this.of(kind)
    one.count += 1
    if (one.found.length < namedMost) one.found.push(path)
  }
}

/**
 * Looks for what is left of articles: their pages and files, their pictures, and every page of the site that names them. All in one walk, in a
 * thread: it reads the whole site.
 */
export function lookForTraces({
  folder,
  shown,
  sought,
}: {
  readonly folder: string
  /** Where pictures lie for visitors. */
  readonly shown: string
  readonly sought: readonly Sought[]
}): { readonly traces: TracesOf[]; readonly print: string } {
  const print = createHash('sha256')
  const found = new Map(sought.map(({ id }) => [id, new Found()]))
  for (const { id, pictures } of sought) {
    const own = found.get(id) as Found
    own.of('page').looked += 1
    if (existsSync(join(folder, articlePath(id)))) own.add('page', articlePath(id))
    own.of('files').looked += 1
    for (const path of filesBelow(folder, articleFolder(id))) own.add('files', path)
    own.of('pictures').looked += pictures.length
    for (const name of pictures) if (existsSync(join(shown, name))) own.add('pictures', `uploads/${name}`)
  }
  const looked = new Map<TraceKind, number>()
  for (const path of filesBelow(folder).sort()) {
    if (!readable.test(path) || !isOwn(path) || path.startsWith('assets/')) continue
    const page = readFileSync(join(folder, path))
    if (page.length > longest) continue
    print.update(`${path}\n${page.length}\n`).update(page)
    const kind = kindOf(path)
    looked.set(kind, (looked.get(kind) ?? 0) + 1)
    const own = kind === 'links' ? Number(path.slice(path.lastIndexOf('/') + 1, -'.html'.length)) : 0
    const text = page.toString('latin1')
    const listed = kind === 'links' ? idsIn(relatedIn(text)) : null
    for (const id of idsIn(text)) if (id !== own) found.get(id)?.add(listed?.has(id) ? 'lists' : kind, path)
  }
  for (const one of found.values())
    for (const kind of ['front', 'lists', 'feeds', 'links'] as const) one.of(kind).looked = looked.get(kind) ?? 0
  const traces = [...found].map(([id, { counts }]) => ({
    id,
    places: [...counts].map(([kind, counted]) => ({ kind, ...counted })),
  }))
  return { traces, print: print.digest('hex') }
}
