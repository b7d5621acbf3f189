import { existsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
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

const line = (cells: readonly (string | null)[]) => `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`

/** A list of passwords as a sheet. */
export const passwordsCsv = (people: readonly OncePassword[]): string =>
  `\ufeff${line(['账号', '姓名', '部门', '一次性密码'])}${people.map((one) => line([one.account, one.name, one.deptName, one.oncePassword])).join('')}`

/** At most so many bytes such a list has. */
export const roomFor = (people: readonly { readonly [field in 'account' | 'name' | 'dept']?: string | undefined }[]) =>
  people.reduce((sum, { account = '', name = '', dept = '' }) => sum + 4 * (account + name + dept).length + 100, 200)

/** Only its owner reads it. */
export const passwordsMode = 0o600

/** Where a list of passwords goes. Passwords of before may stand there, which nobody can show again. @throws CliError 2 */
export async function passwordsPath(ctx: Context, out: string): Promise<string> {
  const file = outputPath(ctx, out)
  const { temporary, path } = await targetOf(file)
  if (temporary !== null && existsSync(path))
    throw usage(`文件已存在，没有改动：${file}`, '换一个文件名：其中可能是以前的一次性密码，覆盖后无法再显示')
  return file
}

type Writable = Pick<FileHandle, 'write' | 'sync' | 'truncate'>

/** Takes the room that a list will need before anything is done for which it is needed. */
export async function takeRoom(file: Writable, bytes: number): Promise<void> {
  await writeAt(file, Buffer.alloc(bytes), 0)
  await file.sync()
}

/** Puts the list into the room that was taken. */
export async function putPasswords(file: Writable, people: readonly OncePassword[]): Promise<void> {
  const bytes = Buffer.from(passwordsCsv(people))
  await writeAt(file, bytes, 0)
  await file.truncate(bytes.length)
}

export const saysWritten = (out: string): string => `一次性密码写在 ${out}，只有本用户能读，请分发后删除`
