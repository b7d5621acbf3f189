import { readFileSync, writeFileSync } from 'node:fs'
import { regexesOfSources, verdictOn } from '../tests/support/regexes.ts'

/**
 * `npx tsx scripts/regexes.ts` checks the regular expressions of the sources that are not in the record yet, adds those that are safe, and
 * drops those that are gone. It takes seconds for each; the test takes the record's word.
 */
const record = 'tests/every/regexes.txt'
const known = new Set(readFileSync(record, 'utf8').split('\n'))
const safe: string[] = []
for (const [literal, files] of regexesOfSources()) {
  const verdict = known.has(literal) ? 'safe' : verdictOn(literal)
  if (verdict === 'safe') safe.push(literal)
  else console.log(`${verdict}  ${literal}  ${[...new Set(files)].join(' ')}`)
}
writeFileSync(record, `${safe.sort().join('\n')}\n`)
