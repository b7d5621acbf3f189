import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Io } from '../../cli/io.ts'
import { run } from '../../cli/run.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  /** stdout as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  json(): any
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly stdin?: string | Uint8Array
  /** Streams that are terminals; default none. */
  readonly tty?: readonly ('stdin' | 'stdout' | 'stderr')[]
  readonly columns?: number
  readonly rows?: number
  readonly now?: number
  readonly signal?: AbortSignal
  readonly hurry?: AbortSignal
  /** Told of every piece of stdout, e.g. to stop a run that follows. */
  readonly onOut?: (text: string) => void
}

/** A home of its own for config, state and files; each run in it is one `xzx …`. */
export interface CliHome {
  readonly dir: string
  xzx(line: string | readonly string[], options?: RunOptions): Promise<Ran>
  remove(): void
}

const wordsOf = (line: string | readonly string[]) =>
  typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line

/** Streams in memory. */
export function memoryIo(options: RunOptions): { io: Io; out: () => string; err: () => string } {
  const tty = new Set(options.tty)
  let out = Buffer.alloc(0)
  let err = ''
  const io: Io = {
    stdin: Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]),
    stdinTty: tty.has('stdin'),
    stdoutTty: tty.has('stdout'),
    stderrTty: tty.has('stderr'),
    columns: () => options.columns ?? 100,
    rows: () => options.rows ?? 40,
    async out(text) {
      out = Buffer.concat([out, Buffer.from(text as string)])
      options.onOut?.(String(text))
    },
    err(text) {
      err += text
    },
  }
  return { io, out: () => out.toString(), err: () => err }
}

/** Runs command lines in this process, with real argv, files and network. */
export function cliHome(defaults: RunOptions = {}): CliHome {
  const dir = mkdtempSync(join(tmpdir(), 'xzx-cli-'))
  const dirs = { XZX_CONFIG_DIR: join(dir, 'config'), XZX_STATE_DIR: join(dir, 'state'), HOME: dir }
  return {
    dir,
    async xzx(line, options = {}) {
      const all = { ...defaults, ...options }
      const { io, out, err } = memoryIo(all)
      const code = await run(wordsOf(line), {
        io,
        env: { ...dirs, ...defaults.env, ...options.env },
        cwd: all.cwd ?? dir,
        now: () => all.now ?? Date.parse('2026-11-21T01:05:00Z'),
        signal: all.signal ?? new AbortController().signal,
        ...(all.hurry && { hurry: all.hurry }),
        version: '9.9.9',
      })
      return { code, out: out(), err: err(), json: () => JSON.parse(out()) }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
