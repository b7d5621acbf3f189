import type { Readable } from 'node:stream'

/** The streams of one run, as commands see them; tests hand in their own. */
export interface Io {
  readonly stdin: Readable & { setRawMode?: (on: boolean) => unknown }
  readonly stdinTty: boolean
  readonly stdoutTty: boolean
  readonly stderrTty: boolean
  /** Width of the terminal in cells. */
  readonly columns: () => number
  /** Data. Waits while the reader is slower; throws PipeClosed when it has gone. */
  readonly out: (text: string | Uint8Array) => Promise<void>
  /** Progress, questions, warnings, errors. */
  readonly err: (text: string) => void
}

/** The reader of stdout has closed it (`xzx … | head`): the run ends quietly. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed'
}

/** The streams of the process. A closed stderr is passed over. */
export function processIo(): Io {
  const { stdout } = process
  let closed = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // a pipe whose reader went, or a terminal that was closed
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    closed = true
    wake()
  })
  stdout.on('drain', wake)
  let errReady = false
  // stdin and stderr are opened when they are needed: each costs a millisecond or two at every start
  return {
    get stdin() {
      return process.stdin
    },
    get stdinTty() {
      return process.stdin.isTTY === true
    },
    get stdoutTty() {
      return stdout.isTTY === true
    },
    get stderrTty() {
      return process.stderr.isTTY === true
    },
    columns: () => stdout.columns || Number(process.env.COLUMNS) || 80,
    async out(text) {
      if (!closed && !stdout.write(text)) await new Promise<void>((resolve) => waiting.add(resolve))
      if (closed) throw new PipeClosed('输出管道已关闭')
    },
    err: (text) => {
      if (!errReady) process.stderr.on('error', () => undefined)
      errReady = true
      process.stderr.write(text)
    },
  }
}

/** All of stdin as text, without a byte order mark. */
export async function readAll(io: Io): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}
