import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet } from '../../core/sheet/read.ts'
import { TooMuch } from '../../core/sheet/unzip.ts'

const around: Zippable = {
  'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
}

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 4096) yield bytes.subarray(at, at + 4096)
}

/** The rows of a workbook whose first sheet is this text. */
async function rowsOf(sheet: string, more: Zippable = {}) {
  const bytes = zipSync({ ...around, ...more, 'xl/worksheets/sheet1.xml': strToU8(sheet) })
  const rows = []
  for await (const row of readSheet(() => pieces(bytes))) rows.push(row)
  return rows
}

const row = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`
const cell = '<c t="inlineStr"><is><t>甲</t></is></c>'

test.each([
  ['elements within elements', () => rowsOf(`<worksheet>${'<a>'.repeat(3_000_000)}`)],
  [
    'an element of many attributes',
    () => rowsOf(row(`<c ${Array.from({ length: 300_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`)),
  ],
  ['a comment without an end', () => rowsOf(`<worksheet><!--${'x'.repeat(40_000_000)}`)],
  ['an attribute without an end', () => rowsOf(`<worksheet><row r="${'1'.repeat(40_000_000)}`)],
  [
    'shared texts within elements',
    () => rowsOf(row(cell), { 'xl/sharedStrings.xml': strToU8('<si>'.repeat(3_000_000)) }),
  ],
  [
    'a shared text of many pieces',
    () =>
      rowsOf(row(cell), { 'xl/sharedStrings.xml': strToU8(`<si>${`<t>${'x'.repeat(900_000)}</t>`.repeat(20)}</si>`) }),
  ],
  [
    'a long text in each cell',
    () =>
      rowsOf(row('<c t="s"><v>0</v></c>'.repeat(16_000)), {
        'xl/sharedStrings.xml': strToU8(`<si><t>${'_x0041_'.repeat(100_000)}</t></si>`),
      }),
  ],
  [
    'files beyond number',
    () => rowsOf(row(cell), Object.fromEntries(Array.from({ length: 11_000 }, (_, i) => [`x/${i}`, new Uint8Array()]))),
  ],
])('a workbook with %s is refused in moments', { timeout: 20_000 }, async (_, read) => {
  const start = process.cpuUsage()
  await expect(read()).rejects.toBeInstanceOf(TooMuch)
  const { user, system } = process.cpuUsage(start)
  // what is zipped here is part of it; the reader alone once took minutes
  expect((user + system) / 1_000_000).toBeLessThan(10)
})

test('what a spreadsheet program writes is read: some depth, some attributes, long comments', async () => {
  const deep = `${'<x>'.repeat(500)}${'</x>'.repeat(500)}`
  const many = `<c ${Array.from({ length: 200 }, (_, i) => `a${i}="1"`).join(' ')} t="inlineStr"><is><t>乙</t></is></c>`
  const rows = await rowsOf(`<!--${'x'.repeat(1_000_000)}-->${deep}${row(cell + many)}`)
  expect(rows.map(({ cells }) => [...cells.values()])).toEqual([['甲', '乙']])
})

test('what XML cannot hold stands in texts by its number, shared ones and those of cells, and what only looks so stays', async () => {
  const shared = '<sst><si><t>甲_x000B_乙</t></si><si><t>a_x005F_x000B_b</t></si></sst>'
  const cells = `<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>丙_x0008_</t></is></c>`
  const [one] = await rowsOf(row(cells), { 'xl/sharedStrings.xml': strToU8(shared) })
  expect([...(one?.cells.values() ?? [])]).toEqual(['甲\u000b乙', 'a_x000B_b', '丙\u0008'])
})

test('a text that thousands of cells share is spelled out once', { timeout: 20_000 }, async () => {
  const start = process.cpuUsage()
  const rows = await rowsOf(row('<c t="s"><v>0</v></c>'.repeat(16_000)), {
    'xl/sharedStrings.xml': strToU8(`<si><t>${'_x0041_'.repeat(4_600)}</t></si>`),
  })
  const { user, system } = process.cpuUsage(start)
  expect(rows[0]?.cells.get(15_999)).toBe('A'.repeat(4_600))
  // for each cell anew it was eight seconds
  expect((user + system) / 1_000_000).toBeLessThan(4)
})
