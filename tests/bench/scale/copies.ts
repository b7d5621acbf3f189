import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { areas, eachEndpoint, wholeContract } from '../../../core/contract/areas.ts'
import { listsOf, withLine } from '../../../scripts/new-area/lists.ts'
import type { Names } from '../../../scripts/new-area/names.ts'
import { areaFiles, plainCalls, screenFiles } from './dummy.ts'

/** What the whole specification comes to, about. */
const whole = { calls: 500, areas: 55 }
const dummyScreens = 50

/** Copies the repository as git knows it; what npm installed is linked. */
export function copyTo(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}

const numbered = (n: number, more = ''): Names => ({
  area: `dummy${n}`,
  Area: `Dummy${n}${more}`,
  what: `示例${n}`,
  migration: `${1000 + n}-dummy${n}`,
  path: `system/dummy${n}${more}`,
  placed: true,
  folder: `public_dummy${n}`,
  on: () => '',
  off: (_part, text) => text,
})

/** Fills a copy with dummy areas and screens until there are as many as the specification has. */
export async function grow(folder: string): Promise<void> {
  const missing = {
    areas: whole.areas - Object.keys(areas).length,
    calls: whole.calls - [...eachEndpoint(await wholeContract())].length,
  }
  const upTo = (n: number) => Math.floor((n * missing.calls) / missing.areas)
  const names = Array.from({ length: missing.areas }, (_, i) => numbered(i + 1))
  const screens = Array.from({ length: dummyScreens }, (_, i) =>
    numbered((i % names.length) + 1, i < names.length ? '' : 'More'),
  )
  const written: Record<string, string> = {
    ...Object.assign({}, ...names.map((name, i) => areaFiles(name, upTo(i + 1) - upTo(i) - plainCalls))),
    ...Object.assign({}, ...screens.map(screenFiles)),
  }
  for (const list of listsOf(numbered(1)))
    written[list.file] = names.reduce(
      (text, name) => withLine(text, list, name) ?? text,
      readFileSync(list.file, 'utf8'),
    )
  for (const [file, text] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const biome = join(folder, 'node_modules/.bin/biome')
  execFileSync(biome, ['check', '--write', '--log-level=error', '.'], { cwd: folder, stdio: 'inherit' })
}

// `node tests/bench/scale/copies.ts FOLDER` leaves such a copy there, to look for what is slow in it
const [, self = '', target] = process.argv
if (import.meta.url === pathToFileURL(self).href && target) {
  copyTo(target)
  await grow(target)
}
