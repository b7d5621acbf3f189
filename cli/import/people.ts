import { createReadStream } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { NoPeople, peopleOf, type SheetPerson } from '../../core/sheet/people.ts'
import { NoSheet, readSheet, type SheetRow } from '../../core/sheet/read.ts'
import { type Bytes, TooMuch } from '../../core/sheet/unzip.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { withFile } from '../files/fault.ts'
import type { CsvRow } from './csv-rows.ts'
import { kinds } from './kinds.ts'
import { heldStdin } from './sources.ts'

async function* sheetRows(rows: AsyncIterable<CsvRow>): AsyncGenerator<SheetRow> {
  for await (const one of rows) {
    if ('fault' in one) throw new NoPeople(`第 ${one.row} 行：${one.fault}`)
    yield { row: one.row, cells: new Map(one.cells.entries()) }
  }
}

async function peopleOfCsv(bytes: Bytes, file: string) {
  const { ofCsvRows } = await import('./csv.ts')
  return ofCsvRows(bytes, file, (rows) => peopleOf(sheetRows(rows), true))
}

/** What is to be read, by which name it is told of, and whether it is text. */
interface Sheet {
  readonly file: string
  readonly path: string
  readonly isCsv: boolean
  readonly bytes: Bytes
  /** Lets go what was not read of it. */
  letGo?(): Promise<unknown>
}

/** No sheet of as many people as come in at once has more. */
const pipedMostMb = 64

/** A file by its name. @throws CliError 2 for a name of another kind */
function named(ctx: Context, given: string): Sheet {
  const path = resolve(ctx.world.cwd, given)
  const file = basename(given)
  const ending = extname(path).toLowerCase()
  const isCsv = kinds.csv.includes(ending)
  if (!isCsv && !kinds.xlsx.includes(ending))
    throw usage(`不能导入 ${ending || file} 文件`, '可以导入 .xlsx 和 .csv 文件，模板用 xzx user import-template 取得')
  return { file, path, isCsv, bytes: () => createReadStream(path) as AsyncIterable<Uint8Array> }
}

/** Stdin: its first signs tell a spreadsheet, which is a zip, from text. */
async function piped(ctx: Context): Promise<Sheet> {
  if (ctx.io.stdinTty) ctx.warn('请输入 CSV，第一行是表头，结束按 Ctrl+D')
  const { bytes, letGo } = heldStdin(ctx, pipedMostMb)
  let isCsv = true
  for await (const [first, second] of bytes()) {
    isCsv = !(first === 0x50 && second === 0x4b)
    break
  }
  return { file: '标准输入', path: '标准输入', isCsv, bytes, letGo }
}

/** The people of a spreadsheet or a CSV file, or `-`: stdin. @throws CliError 2 naming what cannot be read */
export async function readPeople(ctx: Context, given: string): Promise<readonly SheetPerson[]> {
  const { file, path, isCsv, bytes, letGo } = given === '-' ? await piped(ctx) : named(ctx, given)
  try {
    const { items, unused } = await withFile(path, () =>
      isCsv ? peopleOfCsv(bytes, file) : peopleOf(readSheet(bytes)),
    )
    if (unused.length > 0) ctx.warn(`没有用到的列：${unused.join('、')}`)
    return items
  } catch (error) {
    if (error instanceof NoPeople) throw usage(`${file}：${error.message}`, '模板用 xzx user import-template 取得')
    if (error instanceof TooMuch)
      throw usage(`${file} 展开后过大，不像是人员的表格`, '只保留要导入的行和列，另存后再试')
    if (!(error instanceof NoSheet)) throw error
    throw usage(`${file} 不是可以读取的电子表格`, '在电子表格软件中另存为 .xlsx 或 CSV')
  } finally {
    await letGo?.()
  }
}
