import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseSync } from 'vite'

const sources = '{core,server,cli,web}/**/*.{ts,tsx,js,mjs}'

/** Every regular expression written in the sources, as it is written, with the files it is in. */
export function regexesOfSources(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const walk = (node: unknown, file: string): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, file)
    if (typeof node !== 'object' || node === null || Array.isArray(node) || node instanceof RegExp) return
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (regex) {
      const literal = `/${regex.pattern}/${regex.flags}`
      found.set(literal, [...(found.get(literal) ?? []), file])
    } else for (const one of Object.values(node)) walk(one, file)
  }
  for (const file of globSync(sources)) walk(parseSync(file, readFileSync(file, 'utf8')).program, file)
  return found
}

/** The checker in plain JavaScript: its main file would start programs of the machine, or a thread. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck')

/** How the work of a regular expression grows with the text, in the checker's words; `safe` when no faster than the text. */
export function verdictOn(literal: string): string {
  const end = literal.lastIndexOf('/')
  const found = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: 30_000 })
  return found.status === 'vulnerable' ? found.complexity.summary : found.status
}
