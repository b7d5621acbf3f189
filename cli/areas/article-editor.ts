import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { asFile, fromFile, runEditor, type Written } from '../editor.ts'
import { CliError, exit } from '../errors.ts'

/** An editing that may be gone on with: the same file, opened again. */
export interface Editing {
  /** Opens the editor. @throws CliError 6 where nothing was written or changed */
  write(): Promise<Written>
}

const nothing = (why: string) => new CliError(exit.cancelled, `${why}，没有作任何修改`, { code: 'CANCELLED' })

/**
 * Hands a text to the person's editor, and what came of it to `save`. What was typed is never lost: when it could not be saved,
 * its file stays and is named.
 * @param command what can be typed to go on with the file, asked when it is told: meanwhile another version may have been read
 */
export async function throughEditor<T>(
  ctx: Context,
  name: string,
  before: Written,
  command: () => string,
  save: (editing: Editing) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'xzx-edit-'))
  const file = join(folder, `${name}.html`)
  await writeFile(file, asFile(before), { mode: 0o600 })
  const left = () => readFile(file, 'utf8').catch(() => null)
  const write = async () => {
    await runEditor(ctx.world.env, file)
    const text = await left()
    if (text === null) throw nothing('编辑后的文件不见了')
    const written = fromFile(text)
    if (written.title === '' && written.content === '') throw nothing('标题和正文都是空的')
    if (text === asFile(before)) throw nothing('没有修改内容')
    return written
  }
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const saved = await save({ write })
    await remove()
    return saved
  } catch (error) {
    const text = await left()
    if (text === null || text === asFile(before) || text.trim() === asFile({ title: '', content: '' }).trim())
      await remove()
    else ctx.warn(`您写的内容保留在 ${file}；接着保存：${command()} --file ${file}`)
    throw error
  }
}
