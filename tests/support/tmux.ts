import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'

const run = promisify(execFile)
const there = spawnSync('tmux', ['-V']).status === 0
if (!there && process.env.CI) throw new Error('没有 tmux：终端界面的测试在 CI 中不能跳过')
if (!there) console.warn('没有 tmux，跳过真实终端中的测试')

/** Tests in a real terminal: left out where there is none, except where everything must run. */
export const terminalTest = test.skipIf(!there)

/** The command line from its sources, as a process of its own. */
export const xzxCommand: readonly [string, ...string[]] = [
  process.execPath,
  '--import',
  import.meta.resolve('tsx'),
  fileURLToPath(new URL('../../cli/main.ts', import.meta.url)),
]

const waitMs = 15_000
/** How often a terminal of another process is looked at; it tells nobody when it changes. */
const lookMs = 50

/** A program in a real terminal. */
export interface Tmux {
  frame(): Promise<string>
  /** Keys by tmux's names; other words are typed. */
  press(...keys: readonly string[]): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /** The shell that the program was started from. */
  pid(): Promise<number>
  /** Waits for a text; when it doesn't come, the failure shows the last frame. */
  until(text: string | ((frame: string) => boolean)): Promise<string>
  end(): void
}

interface Options {
  readonly columns: number
  readonly rows: number
  readonly env: Readonly<Record<string, string>>
  /** Words after `xzx ui`. */
  readonly args?: readonly string[]
  /** Another program in its place. */
  readonly program?: readonly string[]
}

/** `xzx ui`, or another program, in a terminal of its own: a tmux server that reads nobody's settings. */
export async function openTmux({
  columns,
  rows,
  env,
  args = [],
  program = [...xzxCommand, 'ui', ...args],
}: Options): Promise<Tmux> {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-tmux-'))
  const socket = join(folder, 'socket')
  const tmux = (...words: readonly string[]) => run('tmux', ['-S', socket, '-f', '/dev/null', ...words])
  const set = Object.entries({ LANG: 'C.UTF-8', NO_COLOR: '', ...env }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ])
  const quoted = program.map((word) => `'${word}'`).join(' ')
  // the shell's screen before and after is what must come back
  const line = `echo 之前的内容; ${quoted}; echo 退出码 $?; cat`
  const frame = async () => (await tmux('capture-pane', '-p', '-t', 'x')).stdout
  await tmux('new-session', '-d', '-s', 'x', '-x', String(columns), '-y', String(rows), ...set, 'sh', '-c', line)
  return {
    frame,
    press: async (...keys) => void (await tmux('send-keys', '-t', 'x', ...keys)),
    resize: async (to, high) => void (await tmux('resize-window', '-t', 'x', '-x', String(to), '-y', String(high))),
    pid: async () => Number((await tmux('display-message', '-p', '-t', 'x', '#{pane_pid}')).stdout),
    async until(text) {
      const end = Date.now() + waitMs
      for (;;) {
        const seen = await frame()
        if (typeof text === 'string' ? seen.includes(text) : text(seen)) return seen
        if (Date.now() > end) throw new Error(`没有出现 ${text}，最后一屏：\n${seen}`)
        await new Promise((resolve) => setTimeout(resolve, lookMs))
      }
    },
    end() {
      spawnSync('tmux', ['-S', socket, 'kill-server'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
