import { existsSync } from 'node:fs'
import { type FileHandle, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { csvCell } from '../../core/sheet/rows-text.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { outputPath, writeAt } from './save.ts'
import { targetOf } from './target.ts'

/** Somebody's password that is shown once. */
export interface OncePassword {
  readonly account: string | null
  readonly name: string | null
  readonly deptName: string | null
  readonly oncePassword: string | null
}

/** What stands at the front of the sheet: Excel knows by it that it is UTF-8. */
const mark = '\ufeff'

const line = (cells: readonly (string | null)[]) => `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`

const heading = mark + line(['账号', '姓名', '部门', '一次性密码'])
const rowOf = (one: OncePassword) => line([one.account, one.name, one.deptName, one.oncePassword])

/** A list of passwords as a sheet. */
export const passwordsCsv = (people: readonly OncePassword[]): string => heading + people.map(rowOf).join('')

/** At most so many bytes such a list has. */
export const roomFor = (people: readonly { readonly [field in 'account' | 'name' | 'dept']?: string | undefined }[]) =>
  people.reduce((sum, { account = '', name = '', dept = '' }) => sum + 4 * (account + name + dept).length + 100, 200)

/** Only its owner reads it. */
export const passwordsMode = 0o600

/** How many passwords stand in what a run left that was ended midway. */
const passwordsIn = async (path: string) =>
  Math.max(0, (await readFile(path, 'utf8')).split('\r\n').filter((row) => row.trim() !== '').length - 1)

/** Room that was taken for a list in the folder of this one, and never got a password: what is left of runs that were ended at once. */
export async function emptyLeft(file: string): Promise<string[]> {
  const folder = dirname(file)
  const parts = (await readdir(folder).catch(() => []))
    .filter((name) => /\.csv\.[0-9a-f]{12}\.part$/.test(name))
    .map((name) => join(folder, name))
  const left: string[] = []
  for (const part of parts) {
    const text = await readFile(part, 'utf8').catch(() => '-')
    if (text.replace(heading, '').trim() === '') left.push(part)
  }
  return left
}

/** Refuses while the list of a run that was ended at once lies beside it: its passwords hold, and nobody can show them again. @throws CliError 2 */
async function refuseUnfinished(file: string): Promise<void> {
  const folder = dirname(file)
  const beside = await readdir(folder).catch(() => [])
  const left = beside.find((name) => name.startsWith(`${basename(file)}.`) && /\.[0-9a-f]{12}\.part$/.test(name))
  if (left === undefined) return
  const part = join(folder, left)
  const there = await passwordsIn(part)
  const says = there > 0 ? `其中有 ${there} 个一次性密码，已经生效` : '其中还没有密码'
  throw usage(
    `上一次没有写完这个文件：${part}，${says}；没有执行`,
    there > 0
      ? `先保存它：mv ${part} 上次的密码.csv（表中的人不要再重置），再对其余的人运行`
      : '那次可能已经新增或重置了用户而没有写出密码：用 xzx log list 核对，再删除它后运行；密码没有收到的重新生成：xzx user reset-pwd --ids @编号.txt --out 密码.csv',
    '上一次被强行终止，或者还在运行',
  )
}

/**
 * Where a list of passwords goes. Passwords of before may stand there, or beside it where they were being written, which nobody can show again.
 * @throws CliError 2
 */
export async function passwordsPath(ctx: Context, out: string): Promise<string> {
  const file = outputPath(ctx, out)
  const { temporary, path } = await targetOf(file)
  if (temporary !== null && existsSync(path))
    throw usage(`文件已存在，没有改动：${file}`, '换一个文件名：其中可能是以前的一次性密码，覆盖后无法再显示')
  if (temporary !== null) await refuseUnfinished(path)
  return file
}

type Writable = Pick<FileHandle, 'write' | 'sync' | 'datasync' | 'truncate'>

/** Takes the room that a list will need before anything is done for which it is needed: empty lines, which no reader of a sheet shows. */
export async function takeRoom(file: Pick<Writable, 'write' | 'sync'>, bytes: number): Promise<void> {
  await writeAt(file, Buffer.alloc(bytes, '\n'), 0)
  await file.sync()
}

/** Puts the list into the room that was taken. */
export async function putPasswords(
  file: Pick<Writable, 'write' | 'truncate'>,
  people: readonly OncePassword[],
): Promise<void> {
  const bytes = Buffer.from(passwordsCsv(people))
  await writeAt(file, bytes, 0)
  await file.truncate(bytes.length)
}

/** A list that takes up each password as it comes, so that whatever ends the run, what was handed out is on the disk. */
export interface Growing {
  /** Never throws: the first that could not be written is `failure`. */
  add(one: OncePassword): Promise<void>
  readonly failure: () => unknown
  /** Gives back the room that was not needed. */
  end(): Promise<void>
}

/** Begins such a list, with the room that it will need. */
export async function growing(file: Writable, bytes: number): Promise<Growing> {
  await takeRoom(file, bytes)
  const front = Buffer.from(heading)
  await writeAt(file, front, 0)
  let at = front.length
  let failure: unknown = null
  return {
    async add(one) {
      const row = Buffer.from(rowOf(one))
      const from = at
      at += row.length
      await writeAt(file, row, from)
        .then(() => file.datasync())
        .catch((error: unknown) => {
          failure ??= error
        })
    },
    failure: () => failure,
    end: () => file.truncate(at),
  }
}

export const saysWritten = (out: string): string => `一次性密码写在 ${out}，只有本用户能读，请分发后删除`
