import { spawn } from 'node:child_process'
import { ApiError } from '../core/errors.ts'
import { CliError, exit } from './errors.ts'
import { asHtml } from './import/text.ts'
import type { World } from './world.ts'

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
  return { title, content: asHtml(content) }
}

const editorOf = (env: World['env']) => env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')

/** What a shell answers for a program that it does not find or may not run. */
const notStarted: ReadonlySet<number> = new Set([126, 127])

function start(command: string, file: string, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // as git does it: the variable may hold a program with its options
    const child = spawn(`${command} "${file}"`, { stdio: 'inherit', shell: true })
    const end = () => void child.kill('SIGTERM')
    stop?.addEventListener('abort', end, { once: true })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stop?.removeEventListener('abort', end)
      if (code === 0) return resolve()
      const missing = code !== null && notStarted.has(code)
      reject(
        missing
          ? new CliError(exit.usage, `无法启动编辑器 ${command}，请用环境变量 EDITOR 指定一个`)
          : new CliError(exit.cancelled, `编辑器 ${command} 未正常结束（${code ?? signal}）`, { code: 'CANCELLED' }),
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
 * Runs the person's editor on a file in this terminal, and waits for its end.
 * @param stop ends it with SIGTERM, on which editors keep what was typed
 */
export const runEditor = (env: World['env'], file: string, stop?: AbortSignal): Promise<void> =>
  deafToInterrupts(() => start(editorOf(env), file, stop))
