import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Arrows point only to core/: which top folder may import from which (docs/architecture.md). */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  cli: ['core', 'cli'],
  web: ['core', 'web'],
  server: ['core', 'server'],
}
/** The doors between the faces and the server: the commands that work on the data of this machine. */
const doors = new Set([
  'cli/commands/serve.ts -> server/serve.ts',
  'cli/commands/backup.ts -> server/backup/make.ts',
  'cli/commands/restore.ts -> server/backup/restore.ts',
  'cli/areas/backup-keys.ts -> server/backup/keys.ts',
  'cli/commands/log-accept.ts -> server/log-accept.ts',
  'cli/commands/log-verify-file.ts -> server/log-archive/here.ts',
  'cli/server-data.ts -> server/backup/lost-files.ts',
  'cli/server-data.ts -> server/data.ts',
  'cli/server-data.ts -> server/log-archive/here.ts',
  'cli/server-data.ts -> server/here-proof.ts',
  'cli/server-data.ts -> server/secret.ts',
])

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const imports =
  /^(?:import|export)\s(?<type>type\s)?[^'()]*?\bfrom\s*'(?<from>\.[^']+)'|\bimport\s*(?<late>\(\s*)?'(?<whole>\.[^']+)'/gm
/** Files of the house that one imports. @param atOnce those alone that are loaded with it: no types, nothing that it asks for later */
const importsOf = (file: string, { atOnce = false } = {}): string[] =>
  [...readFileSync(file, 'utf8').matchAll(imports)]
    .map(({ groups = {} }) => groups)
    .filter(({ type, late }) => !atOnce || (type === undefined && late === undefined))
    .map(({ from, whole = '' }) => relative('.', resolve(dirname(file), from ?? whole)))

const found = Object.keys(allowed).flatMap(files)

const faults = found.flatMap((file) => {
  const near = allowed[file.split('/')[0] ?? ''] ?? []
  return importsOf(file)
    .filter((to) => !near.includes(to.split('/')[0] ?? '') && !doors.has(`${file} -> ${to}`))
    .map((to) => `${file} -> ${to}`)
})

/** The ways by which files load each other in a ring, one for each ring (docs/architecture.md). */
function ringsOf(): string[] {
  const targets = new Map(found.map((file) => [file, importsOf(file, { atOnce: true })]))
  const rings: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const walk = (file: string): void => {
    const at = way.indexOf(file)
    if (at !== -1) return void rings.push([...way.slice(at), file].join(' -> '))
    if (done.has(file)) return
    way.push(file)
    for (const to of targets.get(file) ?? []) walk(to)
    way.pop()
    done.add(file)
  }
  found.forEach(walk)
  return rings
}

const told = [
  ['不允许的引用', faults],
  ['互相引用成环', ringsOf()],
] as const
for (const [what, ones] of told)
  if (ones.length > 0) console.error(`${what}（见 docs/architecture.md）：\n${ones.map((f) => `  ${f}`).join('\n')}`)
if (told.some(([, ones]) => ones.length > 0)) process.exit(1)
