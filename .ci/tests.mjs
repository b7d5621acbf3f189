// Runs every test. The files that fail are tried a second time, each by itself: what was only late on a busy machine is told apart from what is
// broken, and named. The last line counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** More than these are no accident. */
const filesMax = 4
const folder = mkdtempSync(join(tmpdir(), 'tests-'))

/** Runs files, or all; answers whether all passed, and what became of each. */
function run(name, ...more) {
  const report = join(folder, name)
  const args = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more]
  const { status } = spawnSync('npx', args, { stdio: 'inherit' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return { ok: status === 0, files: testResults }
}

const testsIn = (files, status) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length

const first = run('first.json')
const failed = first.files.filter(({ status }) => status === 'failed')
const tries = !first.ok && failed.length > 0 && failed.length <= filesMax
const second = tries ? run('second.json', '--maxWorkers=1', ...failed.map(({ name }) => name)) : null
rmSync(folder, { recursive: true })

const files = second ? [...first.files.filter((file) => !failed.includes(file)), ...second.files] : first.files
const ok = second ? second.ok : first.ok
if (second?.ok) for (const { name } of failed) console.log(`only at the second try: ${relative('.', name)}`)
for (const { name, status } of files) if (status === 'failed') console.log(`failed: ${relative('.', name)}`)
console.log(`${testsIn(files, 'passed')} passed, ${testsIn(files, 'failed')} failed`)
process.exit(ok ? 0 : 1)
