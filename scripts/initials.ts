import { writeFileSync } from 'node:fs'

/** `npx tsx scripts/initials.ts` makes the table of first letters anew: after a new pinyin-pro. The test compares the two. */
const file = 'cli/tui/text/initials-table.ts'
const head =
  '/** Made by `npx tsx scripts/initials.ts`: the first letters of each character, those before the last in capitals. */\n'
const store = (table: string) => {
  const lines = table.match(/.{1,110}/g) ?? []
  writeFileSync(file, `${head}export const table = [\n${lines.map((line) => `  '${line}',\n`).join('')}].join('')\n`)
}
store('')
store((await import('../tests/support/initials.ts')).madeTable())
