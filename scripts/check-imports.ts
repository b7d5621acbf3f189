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
  'cli/server-data.ts -> server/data.ts',
  'cli/server-data.ts -> server/log-archive/here.ts',
  'cli/server-data.ts -> server/secret.ts',
])

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((m) => m[1] as string)

const faults: string[] = []
for (const top of Object.keys(allowed)) {
  let found: string[] = []
  try {
    found = files(top)
  } catch {
    continue
  }
  for (const file of found)
    for (const target of importsOf(file)) {
      const to = relative('.', resolve(dirname(file), target))
      const folder = to.split('/')[0] ?? ''
      if (!allowed[top]?.includes(folder) && !doors.has(`${file} -> ${to}`)) faults.push(`${file} -> ${to}`)
    }
}
if (faults.length > 0) {
  console.error(`不允许的引用（见 docs/architecture.md）：\n${faults.map((f) => `  ${f}`).join('\n')}`)
  process.exit(1)
}
