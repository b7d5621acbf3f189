import { documents } from '../../../core/contract/replies.ts'
import { importColumns, importMost } from '../../../core/contract/user/import.ts'
import { sexes, userTypes } from '../../../core/domain/enums.ts'
import { granting, holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { FileReply } from '../../pipeline.ts'
import { placesOf } from './places.ts'

/** Departments where the caller may put somebody, each by the shortest way that names it alone. */
async function deptNames(ctx: Ctx): Promise<string[]> {
  const reaching = granting(whoOf(ctx).rights, ctx.call.key)
  const places = placesOf(
    await ctx.db.selectFrom('dept').select(['id', 'name', 'parentId', 'state']).orderBy('id').execute(),
  )
  const shortest = new Map<number, string>()
  for (const [way, found] of places) {
    const [one] = found
    if (!one || found.length > 1 || one.stopped) continue
    if (!reaching.some(({ depts }) => depts === null || depts.includes(one.id))) continue
    const known = shortest.get(one.id)
    if (known === undefined || way.length < known.length) shortest.set(one.id, way)
  }
  return [...shortest.values()]
}

async function roleNames(ctx: Ctx): Promise<string[]> {
  if (!holdsKey(whoOf(ctx).rights, 'user_grantRole')) return []
  const roles = await ctx.db.selectFrom('role').select('name').where('enabled', '=', 1).orderBy('id').execute()
  return roles.map(({ name }) => name)
}

/** An empty sheet of people with its headings, every cell as text, and a second one that says what may be written. */
export async function importTemplate(ctx: Ctx): Promise<FileReply> {
  const { default: ExcelJS } = await import('exceljs')
  const choices = {
    dept: await deptNames(ctx),
    sex: Object.values(sexes),
    userType: Object.values(userTypes),
    roles: await roleNames(ctx),
  }
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
  ctx.record({})
  return new FileReply(documents.xlsx.type, new Uint8Array(await book.xlsx.writeBuffer()), '用户导入模板.xlsx')
}
