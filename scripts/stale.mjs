// Tells whether a bundle in dist/ was made from the sources as they are: a hash over their names, sizes and times.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = {
  cli: ['cli', 'core', 'server', 'vite.cli.config.ts', 'package.json', 'package-lock.json'],
  web: ['web', 'core', 'vite.web.config.ts', 'scripts/build-web.mjs', 'package-lock.json'],
}
const mark = '.made-from'

function* filesOf(path) {
  const found = existsSync(path) ? statSync(path) : null
  if (found?.isFile()) yield `${path} ${found.size} ${found.mtimeMs}`
  if (found?.isDirectory()) for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

/** A word that changes with the sources of a bundle, `cli` or `web`. */
export function freshness(root, bundle = 'cli') {
  const hash = createHash('sha256')
  for (const name of sources[bundle]) for (const line of filesOf(join(root, name))) hash.update(`${line}\n`)
  return hash.digest('hex')
}

/** Notes in a bundle what it was made from. */
export const remember = (dist, state) => writeFileSync(join(dist, mark), state)

/** True when the bundle is missing or older than its sources. */
export function isStale(root, bundle = 'cli') {
  const file = join(root, 'dist', bundle, mark)
  return !existsSync(file) || readFileSync(file, 'utf8') !== freshness(root, bundle)
}
