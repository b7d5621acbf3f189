import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import ExcelJS from 'exceljs'
import { articleBrief } from '../../core/contract/article.ts'
import { columnsFrom } from '../../core/sheet/columns.ts'
import { writeSheet } from '../../core/sheet/stream.ts'
import { paired, report } from './measure.ts'

const count = 100_000
const columns = columnsFrom(articleBrief, [
  'articleId',
  'title',
  'columnName',
  'status',
  'publishTime',
  'hits',
  'deptName',
])

function* rows() {
  for (let i = 0; i < count; i += 1)
    yield {
      articleId: String(i),
      title: `关于第 ${i} 项工作的通知`,
      columnName: '通知公告',
      status: 2,
      publishTime: '2026-11-21 09:05:00',
      hits: i,
      deptName: '办公室',
    }
}

async function ours(file: string): Promise<void> {
  const out = createWriteStream(file)
  await Promise.all([writeSheet(out, '文章', columns, rows()), finished(out)])
}

/** The same values by exceljs's streaming writer alone, without formats, guards or words. */
async function bare(file: string): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: false, useSharedStrings: false })
  const sheet = book.addWorksheet('文章')
  for (const row of rows()) sheet.addRow(Object.values(row)).commit()
  sheet.commit()
  await book.commit()
}

/** Export of rows into a spreadsheet, beside bare exceljs streaming. */
export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  const [a, b] = [join(folder, 'a.xlsx'), join(folder, 'b.xlsx')]
  const found = await paired(
    3,
    () => ours(a),
    () => bare(b),
  )
  report(
    `导出 ${count} 行`,
    `${found.a.toFixed(0)} ms，${(statSync(a).size / 1024).toFixed(0)} KB`,
    `exceljs 流式 ${found.b.toFixed(0)} ms`,
    found.ratio,
  )
  rmSync(folder, { recursive: true, force: true })
}
