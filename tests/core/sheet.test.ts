import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type SheetColumn, unevaluated, unguarded } from '../../core/sheet/columns.ts'
import { writeSheet } from '../../core/sheet/stream.ts'

const column = (field: string, kind: SheetColumn['kind'], words?: SheetColumn['words']): SheetColumn => ({
  field,
  title: `列 ${field}`,
  kind,
  width: 12,
  ...(words && { words }),
})
const columns = [
  column('a', 'text'),
  column('n', 'number'),
  column('t', 'time'),
  column('w', 'number', { '1': '启用' }),
]

async function opened(rows: Iterable<object>) {
  const out = new PassThrough()
  const [bytes, count] = await Promise.all([buffer(out), writeSheet(out, '测试', columns, rows)])
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(bytes as never)
  return { sheet: book.worksheets[0] as ExcelJS.Worksheet, count }
}
const value = (of: unknown) => (of as { result?: unknown } | null)?.result ?? of

test('values keep their kinds: text, number, date, word, nothing', async () => {
  const { sheet, count } = await opened([
    { a: '甲', n: 1234, t: '2026-11-21 09:05:00', w: 1 },
    { a: null, n: null, t: '', w: 2 },
    { a: '', n: '不详', t: '近日', w: null },
  ])
  expect(count).toBe(3)
  const cells = (row: number) => [1, 2, 3, 4].map((at) => value(sheet.getCell(row, at).value))
  expect(cells(1)).toEqual(['列 a', '列 n', '列 t', '列 w'])
  expect(cells(2)).toEqual(['甲', 1234, new Date('2026-11-21T09:05:00Z'), '启用'])
  expect(cells(3)).toEqual([null, null, null, '2'])
  expect(cells(4)).toEqual([null, '不详', '近日', null])
  expect(sheet.getCell(2, 3).numFmt).toBe('yyyy-mm-dd hh:mm:ss')
  expect(sheet.getRow(1).font?.bold).toBe(true)
  expect(sheet.autoFilter).toBe('A1:D1')
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
})

test.each(['=1+1', '+1', '-1', '@a', '＝1+1', '＋1', '－1', '＠a', '\t=1', "'＝1"])(
  'a text that begins like %j is guarded by an apostrophe, which an import takes off',
  (text) => {
    expect(unevaluated(text)).toBe(`'${text}`)
    expect(unguarded(unevaluated(text))).toBe(text)
  },
)

test('markup, formulas and characters that no XML may hold stay harmless text', async () => {
  const { sheet } = await opened([{ a: '<b>&"甲"\u0001\uffff</b>' }, { a: '=1+1' }, { a: '一\n二' }])
  expect([2, 3, 4].map((row) => value(sheet.getCell(row, 1).value))).toEqual(['<b>&"甲"</b>', "'=1+1", '一\n二'])
})

test('a text that is longer than a cell may be is cut, and shows it', async () => {
  const { sheet } = await opened([{ a: '长'.repeat(40_000) }, { a: '满'.repeat(32_767) }])
  const [cut, whole] = [2, 3].map((row) => String(value(sheet.getCell(row, 1).value))) as [string, string]
  expect([cut.length, cut.slice(-2), whole]).toEqual([32_767, '长…', '满'.repeat(32_767)])
})

test('no rows make a sheet of headings; many come one after another', async () => {
  expect((await opened([])).sheet.rowCount).toBe(1)
  const { sheet } = await opened(Array.from({ length: 5000 }, (_, i) => ({ a: `第 ${i} 行`, n: i })))
  expect(sheet.rowCount).toBe(5001)
  expect(value(sheet.getCell(5001, 1).value)).toBe('第 4999 行')
})

test('the same rows make the same bytes, at any time', async () => {
  const bytes = async () => {
    const out = new PassThrough()
    const rows = Array.from({ length: 300 }, (_, i) => ({ a: `第 ${i} 行`, n: i, t: '2026-11-21 09:05:00' }))
    const [written] = await Promise.all([buffer(out), writeSheet(out, '测试', columns, rows)])
    return written
  }
  const first = await bytes()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-02-03T04:05:06Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect((await bytes()).equals(first)).toBe(true)
})

test('a reader that goes away, and rows that fail, end it at once', async () => {
  let closed = false
  function* endless() {
    try {
      for (;;) yield { a: `甲${Math.random()}` }
    } finally {
      closed = true
    }
  }
  let taken = 0
  const reader = new Writable({
    write(_chunk, _encoding, done) {
      taken += 1
      if (taken > 20) this.destroy()
      done()
    },
  })
  await expect(writeSheet(reader, '测试', columns, endless())).rejects.toThrow('gone')
  await expect.poll(() => closed).toBe(true)
  function* failing() {
    yield { a: '甲' }
    throw new Error('no more')
  }
  await expect(writeSheet(new PassThrough().resume(), '测试', columns, failing())).rejects.toThrow('no more')
})
