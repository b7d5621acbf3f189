import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '../../../core/errors.ts'
import { toParagraphs } from '../../import/text.ts'
import type { Desk } from '../desk.ts'

const rule = '---- 以上是标题，以下是正文（HTML，或每行一段的文字）；保存并退出后提交 ----'

/** What is written in the editor. */
export interface Written {
  readonly title: string
  readonly content: string
}

/** An article as the editor gets it: the title, a line that parts, the text. */
export const asFile = ({ title, content }: Written): string => `${title}\n${rule}\n${content}\n`

/**
 * Title and text of an edited file; text without any markup becomes paragraphs.
 * @throws ApiError 'local' when the parting line is gone
 */
export function fromFile(text: string): Written {
  const at = text.indexOf(rule)
  if (at < 0) throw new ApiError('local', 'BAD_INPUT', '文件中没有标题和正文之间的分隔行')
  const title = text
    .slice(0, at)
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
  const content = text
    .slice(at + rule.length)
    .replace(/^\r?\n/, '')
    .trimEnd()
  return { title, content: /<[a-z!/]/i.test(content) ? content : toParagraphs(content) }
}

const editorOf = (env: Desk['around']['env']) =>
  env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')

/** What a shell answers for a program that it does not find or may not run. */
const notStarted: ReadonlySet<number> = new Set([126, 127])
/** Time to write down where a file is kept. */
const keptMs = 60_000

/** Runs the editor on a file and waits for its end. */
function runEditor(command: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // as git does it: the variable may hold a program with its options
    const child = spawn(`${command} "${file}"`, { stdio: 'inherit', shell: true })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve()
      const missing = code !== null && notStarted.has(code)
      reject(
        new Error(
          missing
            ? `无法启动编辑器 ${command}，请用环境变量 EDITOR 指定一个`
            : `编辑器 ${command} 未正常结束（${code ?? signal}）`,
        ),
      )
    })
  })
}

/** Ctrl+C is the editor's while it has the terminal, which sends it to both. */
async function deafToInterrupts(work: () => Promise<void>): Promise<void> {
  const heard = process.listeners('SIGINT')
  const ignore = () => undefined
  process.removeAllListeners('SIGINT').on('SIGINT', ignore)
  try {
    await work()
  } finally {
    process.off('SIGINT', ignore)
    for (const listener of heard) process.on('SIGINT', listener)
  }
}

/**
 * Hands a text to the editor and what came of it to `send`. What was typed is never lost: when it could not be sent, its file stays.
 * @returns what `send` gave; null when nothing was to be sent or it failed, which is said
 */
export async function throughEditor<T>(
  desk: Desk,
  name: string,
  before: Written,
  send: (written: Written) => Promise<T>,
): Promise<T | null> {
  const folder = await mkdtemp(join(tmpdir(), 'xzx-edit-'))
  const file = join(folder, `${name}.html`)
  const remove = () => rm(folder, { recursive: true, force: true })
  await writeFile(file, asFile(before), { mode: 0o600 })
  try {
    await desk.handOver(() => deafToInterrupts(() => runEditor(editorOf(desk.around.env), file)))
    const sent = await send(fromFile(await readFile(file, 'utf8')))
    await remove()
    return sent
  } catch (error) {
    const unchanged = error instanceof ApiError && error.code === 'NO_CHANGES'
    const left = await readFile(file, 'utf8').catch(() => null)
    const message = left === null ? '编辑后的文件不见了，没有作任何修改' : (error as Error).message
    if (!unchanged && left !== null && left !== asFile(before))
      desk.notice(`${message}；您的修改保留在 ${file}`, true, keptMs)
    else {
      await remove()
      desk.notice(message, !unchanged)
    }
    return null
  }
}
