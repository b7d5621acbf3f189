import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '../../../core/errors.ts'
import { runEditor } from '../../editor.ts'
import type { Desk } from '../desk.ts'

/** Time to write down where a file is kept. */
const keptMs = 60_000

/**
 * Hands a text to the editor and what came of it to `send`. What was typed is never lost: when it could not be sent, its file stays.
 * @param file its name, and what it begins with
 * @param read what the file says
 * @param command what can be typed to go on with the file, asked when it is told: meanwhile another version may have been read
 * @param send gets what opens the editor on the file, which it may do again
 * @returns what `send` gave; null when nothing was to be sent or it failed, which is said
 */
export async function throughEditor<W, T>(
  desk: Desk,
  { name, text }: { readonly name: string; readonly text: string },
  read: (text: string) => W,
  command: (file: string) => string,
  send: (write: () => Promise<W>) => Promise<T>,
): Promise<T | null> {
  const folder = await mkdtemp(join(tmpdir(), 'xzx-edit-'))
  const file = join(folder, name)
  const remove = () => rm(folder, { recursive: true, force: true })
  await writeFile(file, text, { mode: 0o600 })
  try {
    const sent = await send(async () => {
      await desk.handOver(() => runEditor(desk.around.env, file))
      return read(await readFile(file, 'utf8'))
    })
    await remove()
    return sent
  } catch (error) {
    const unchanged = error instanceof ApiError && error.code === 'NO_CHANGES'
    const left = await readFile(file, 'utf8').catch(() => null)
    const message = left === null ? '编辑后的文件不见了，没有作任何修改' : (error as Error).message
    if (!unchanged && left !== null && left !== text)
      desk.notice(`${message}；您的修改保留在 ${file}，接着保存：${command(file)}`, true, keptMs)
    else {
      await remove()
      desk.notice(message, !unchanged)
    }
    return null
  }
}
