import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { letterColumns } from '../../core/contract/mail/import.ts'
import { demoLetters } from '../../server/demo/generate-letters.ts'

const samples = process.env.XZX_SAMPLES ? join(process.env.XZX_SAMPLES, 'mail.jsonl') : ''

type Cells = Record<string, string>

/** Letters of before as an import has them: real ones where they are there, else made ones. */
export function lettersOfBefore(): readonly Cells[] {
  const rows: readonly Cells[] = existsSync(samples)
    ? readFileSync(samples, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : ([...demoLetters(600)] as unknown as Cells[])
  return rows.map(({ user = '', ...row }) => ({
    ...Object.fromEntries(Object.keys(letterColumns).flatMap((name) => (row[name] ? [[name, row[name]]] : []))),
    ...(user && { name: user }),
  }))
}
