import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '../../../core/errors.ts'
import { runEditor } from '../../editor.ts'
import type { Desk, Draft } from '../desk.ts'

/** Time to write down where a file is kept. */
const keptMs = 60_000

const textIn = (file: string) => readFile(file, 'utf8').catch(() => null)

/** Where what was typed stays, and what can be typed to go on with it; null: nothing was. */
async function keptWords({ folder, file, text, command }: Draft): Promise<string | null> {
  const left = await textIn(file)
  if (left !== null && left !== text) return `您的修改保留在 ${file}，接着保存：${command(file)}`
  // an editor that was ended leaves what was not saved in files of its own
  const beside = (await readdir(folder).catch(() => [])).map((name) => join(folder, name)).filter((one) => one !== file)
  return beside.length > 0 ? `编辑器中没有存盘的内容保留在 ${beside.join('、')}` : null
}

const remove = ({ folder }: Draft) => rm(folder, { recursive: true, force: true })

/** Once the screen is closed: where a text stays that was being written; null: there is none. */
export async function leftBehind({ under }: Desk): Promise<string | null> {
  const { draft } = under
  if (draft === null) return null
  under.draft = null
  const words = await keptWords(draft)
  if (words === null) await remove(draft)
  return words
}

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
  const draft = { folder, file, text, command }
  await writeFile(file, text, { mode: 0o600 })
  desk.under.draft = draft
  try {
    const sent = await send(async () => {
      await desk.handOver(() => runEditor(desk.around.env, file, desk.around.signal))
      if (desk.closed) throw new ApiError('local', 'NOT_SAVED', '没有保存')
      return read(await readFile(file, 'utf8'))
    })
    await remove(draft)
    return sent
  } catch (error) {
    // it is told where the screen was, once that is given back
    if (desk.closed) return null
    const unchanged = error instanceof ApiError && error.code === 'NO_CHANGES'
    const message = (await textIn(file)) === null ? '编辑后的文件不见了，没有作任何修改' : (error as Error).message
    const kept = unchanged ? null : await keptWords(draft)
    if (kept !== null) desk.notice(`${message}；${kept}`, true, keptMs)
    else {
      await remove(draft)
      desk.notice(message, !unchanged)
    }
    return null
  } finally {
    if (!desk.closed) desk.under.draft = null
  }
}
