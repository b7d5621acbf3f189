import { spawnSync } from 'node:child_process'

/**
 * `npm run bench` measures; `npm run bench -- save list` only some. Each figure stands beside a baseline measured in the same run,
 * and is to be quoted as its ratio: machines differ, ratios less so.
 */
const benches: Readonly<Record<string, () => Promise<{ main(): Promise<void> }>>> = {
  start: () => import('./start.ts'),
  calls: () => import('./calls.ts'),
  export: () => import('./export.ts'),
  exports: () => import('./exports.ts'),
  ui: () => import('./ui.ts'),
  list: () => import('./list.ts'),
  rows: () => import('./rows.ts'),
  generate: () => import('./generate-run.ts'),
  kills: () => import('./kills.ts'),
  fuzz: () => import('./fuzz.ts'),
  letters: () => import('./letters.ts'),
  'letters-site': () => import('./letters-site.ts'),
  'areas-site': () => import('./areas-site.ts'),
  compliance: () => import('./compliance.ts'),
  people: () => import('./people.ts'),
  stats: () => import('./stats.ts'),
  upkeep: () => import('./upkeep.ts'),
  log: () => import('./log.ts'),
  scale: () => import('./scale/scale.ts'),
  search: () => import('./search.ts'),
  visitors: () => import('./visitors.ts'),
}
/** These take minutes: only when named. */
const onlyNamed = [
  'rows',
  'exports',
  'kills',
  'fuzz',
  'letters',
  'letters-site',
  'areas-site',
  'compliance',
  'people',
  'stats',
  'upkeep',
  'log',
  'scale',
  'search',
  'visitors',
]

const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const unknown = asked.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`没有测量 ${unknown.join('、')}；可选：${Object.keys(benches).join('、')}`)
  process.exit(2)
}
// what users run is measured: the bundle
spawnSync(process.execPath, ['scripts/build-cli.mjs'], { stdio: 'inherit' })
const { cpus } = await import('node:os')
console.log(`${cpus().length} 核，Node ${process.version}`)
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 ? !asked.includes(name) : onlyNamed.includes(name)) continue
  console.log(`\n## ${name}`)
  const { main } = await load()
  await main()
}
process.exit(0)
