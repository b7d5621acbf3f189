import ExcelJS from 'exceljs'
import { importColumns, importMost } from '../../../core/contract/user/import.ts'
import { sexes, userTypes } from '../../../core/domain/enums.ts'

/** What may be written by whoever gets the sheet. */
interface Choices {
  readonly dept: readonly string[]
  readonly roles: readonly string[]
}

/** An empty sheet of people with its headings, every cell as text, and a second one that says what may be written. */
export async function peopleSheet(given: Choices): Promise<Uint8Array> {
  const choices = { ...given, sex: Object.values(sexes), userType: Object.values(userTypes) }
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('用户', { views: [{ state: 'frozen', ySplit: 1 }] })
  const notes = book.addWorksheet('填写说明')
  const columns = Object.entries(importColumns).map(([name, column]) => ({ name, needed: false, ...column }))
  sheet.columns = columns.map(({ title }) => ({ header: title, width: 18, style: { numFmt: '@' } }))
  sheet.getRow(1).font = { bold: true }
  notes.columns = columns.map(({ title }) => ({ header: title, width: 22, style: { numFmt: '@' } }))
  notes.getRow(1).font = { bold: true }
  notes.addRow(columns.map(({ needed, says }) => [needed ? '必填' : '', says].filter(Boolean).join('；')))
  notes.getRow(2).alignment = { wrapText: true, vertical: 'top' }
  for (const [i, { name }] of columns.entries()) {
    const words = choices[name as keyof typeof choices] ?? []
    for (const [at, word] of words.entries()) notes.getCell(at + 3, i + 1).value = word
    if (words.length === 0) continue
    const letter = notes.getColumn(i + 1).letter
    const formulae = [`'填写说明'!$${letter}$3:$${letter}$${words.length + 2}`]
    // several roles stand in one cell, so that a word which is not in the list is only pointed out
    const rule = { type: 'list' as const, allowBlank: true, showErrorMessage: name !== 'roles', formulae }
    const validations = sheet as unknown as { dataValidations: { add(range: string, rule: object): void } }
    validations.dataValidations.add(`${letter}2:${letter}${importMost + 1}`, rule)
  }
  return new Uint8Array(await book.xlsx.writeBuffer())
}
