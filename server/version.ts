import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function packageFile(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const file = join(at, 'package.json')
    if (existsSync(file) || at === dirname(at)) return file
  }
}

/** The product's version, as its package says. */
export const version = (): string => (JSON.parse(readFileSync(packageFile(), 'utf8')) as { version: string }).version
