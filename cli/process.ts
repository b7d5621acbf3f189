import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CutShort, exit, Interrupted } from './errors.ts'
import { processIo } from './io.ts'
import { packageRoot } from './paths.ts'
import { run } from './run.ts'

/** A library under `conf` sends each signal once more at once; a person needs longer to press a key again. */
const echoMs = 100

/** Who stops a run hears of it within a second, also while a call is waited for whose outcome shall be known. */
const answerMs = 700
const waiting = '正在停止：等进行中的请求结束；再按一次 Ctrl+C 立即结束\n'

/** So late that a short command need not load what tells a terminal. */
const settledMs = 50

/** So long a run that is cut short may take to say what it did. */
const lastWordsMs = 1000

/** The first signal asks for a clean stop, a second one waits for no answer any more, a third one not even for the last words. */
function stopSignals(): { readonly signal: AbortSignal; readonly hurry: AbortSignal } {
  const stop = new AbortController()
  const hurry = new AbortController()
  let stoppedAt = 0
  // Node undoes what nohup has set: who has no terminal shall outlive the end of the one it was started from
  let inTerminal = true
  setTimeout(async () => {
    const { isatty } = await import('node:tty')
    inTerminal = [0, 1, 2].some(isatty)
  }, settledMs).unref()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (name === 'SIGHUP' && !inTerminal) return
      const reason = new Interrupted(name)
      if (!stop.signal.aborted) {
        stoppedAt = performance.now()
        stop.abort(reason)
        setTimeout(() => process.stderr.write(waiting), answerMs).unref()
      } else if (hurry.signal.aborted) process.exit(reason.exit)
      else if (performance.now() - stoppedAt > echoMs) {
        hurry.abort(new CutShort(name))
        setTimeout(() => process.exit(reason.exit), lastWordsMs).unref()
      }
    })
  return { signal: stop.signal, hurry: hurry.signal }
}

/** Where the command runs; null when that folder was removed meanwhile. */
function workingFolder(): string | null {
  try {
    return process.cwd()
  } catch {
    return null
  }
}

/** One command line in this process. No process.exit: stdout drains first. */
export async function main(argv: readonly string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  const cwd = workingFolder()
  if (cwd === null) {
    process.stderr.write(`错误：当前目录已不存在（${exit.usage}）\n建议：换到另一个目录（cd）后再试\n`)
    process.exitCode = exit.usage
    return
  }
  process.exitCode = await run(argv, {
    io: processIo(),
    env: process.env,
    cwd,
    now: Date.now,
    ...stopSignals(),
    version,
  })
}
