import { fstatSync, writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { CliError, exit, usage } from './errors.ts'
import { ofFile } from './files/fault.ts'

/** The streams of one run, as commands see them; tests hand in their own. */
export interface Io {
  readonly stdin: Readable & { setRawMode?: (on: boolean) => unknown }
  readonly stdinTty: boolean
  readonly stdoutTty: boolean
  readonly stderrTty: boolean
  /** Width of the terminal in cells. */
  readonly columns: () => number
  readonly rows: () => number
  /** Data. Waits while the reader is slower; throws PipeClosed when it has gone. */
  readonly out: (text: string | Uint8Array) => Promise<void>
  /** Waits until all data is written; throws what has gone wrong with it since. */
  readonly written?: () => Promise<void>
  /** Progress, questions, warnings, errors. */
  readonly err: (text: string) => void
}

/** The reader of stdout has closed it (`xzx … | head`): the run ends quietly. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed'
}

/** Lets pass that nobody reads the output any more; throws what else there is. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof PipeClosed)) throw error
}

const isFile = (fd: number) => {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

/** All of it: what a disk took only a part of before it was full would else pass for written. */
function writeWholly(fd: number, text: string | Uint8Array): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

/** The streams of the process. A closed stderr is passed over. */
export function processIo(): Io {
  const { stdout } = process
  let failed: unknown = null
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  const fail = (error: NodeJS.ErrnoException) => {
    // a pipe whose reader went, or a terminal that was closed; else a file that can take no more
    const gone = error.code === 'EPIPE' || error.code === 'EIO'
    failed ??= gone ? new PipeClosed('输出管道已关闭') : ofFile('标准输出', error)
    wake()
  }
  stdout.on('error', fail)
  stdout.on('drain', wake)
  const file = isFile(1)
  const write = (text: string | Uint8Array): boolean => {
    if (!file) return stdout.write(text)
    try {
      writeWholly(1, text)
    } catch (error) {
      fail(error as NodeJS.ErrnoException)
    }
    return true
  }
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
    rows: () => stdout.rows || Number(process.env.LINES) || 24,
    async out(text) {
      if (!failed && !write(text)) await new Promise<void>((resolve) => waiting.add(resolve))
      if (failed) throw failed
    },
    async written() {
      if (!failed && !file)
        await new Promise<void>((resolve) =>
          stdout.write('', (error) => {
            if (error) fail(error)
            resolve()
          }),
        )
      if (failed) throw failed
    },
    err: (text) => {
      if (!errReady) process.stderr.on('error', () => undefined)
      errReady = true
      process.stderr.write(text)
    },
  }
}

/**
 * stdin in pieces, to its end, until the run is stopped or nothing more is wanted: whoever writes to it may never come to an end.
 * @param graceMs so long after a stop what still comes is taken
 */
export async function* stdinOf(io: Io, signal: AbortSignal, graceMs = 0): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = io.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array | string>
  const stop = new Promise<{ done: true }>((resolve) => {
    const soon = () => setTimeout(resolve, graceMs, { done: true }).unref()
    if (signal.aborted) soon()
    else signal.addEventListener('abort', soon, { once: true })
  })
  let ended = false
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), stop])
      ended = next.done === true && !signal.aborted
      if (next.done) break
      yield Buffer.from(next.value as Uint8Array)
    }
  } finally {
    // who is read no further learns it, and holds the run no longer
    if (!ended) io.stdin.destroy()
  }
}

/** What a byte order mark tells of the encoding. */
export function encodingByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** A file in which there is something else than text. */
export class NotText extends CliError {
  constructor(name: string) {
    super(exit.usage, `${name} 不是文本文件`, {
      hint: '应为 UTF-8、GB18030 或带标记的 UTF-16 文本；Word、PDF、图片等请先另存为网页或文本',
    })
  }
}

const encodingsOf = (bytes: Uint8Array): readonly string[] => {
  const marked = encodingByMark(bytes)
  if (marked) return [marked]
  return bytes.includes(0) ? [] : ['utf-8', 'gb18030']
}

/**
 * Bytes as text without a byte order mark; also what programs of Windows write as UTF-16, or in the Chinese encoding before that.
 * @param name what the bytes are called where they are refused
 * @throws NotText for bytes that no text has
 */
export function textOf(bytes: Uint8Array, name: string): string {
  for (const encoding of encodingsOf(bytes))
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!text.includes('\0')) return text
    } catch {
      // the next one, then
    }
  throw new NotText(name)
}

const mb = 1024 * 1024
/** No text and no list of ids has more. */
const textMostMb = 64

/** Refuses more of stdin than may be in memory: whoever writes to it may never come to an end. @throws CliError 2 */
export function refuseBeyond(mostMb: number, size: number): void {
  if (size > mostMb * mb)
    throw usage(`标准输入超过 ${mostMb} MB`, '核对写到标准输入的是什么；确实有这样多的，先存成文件，或分几次做')
}

/** All of stdin as text, without a byte order mark. @throws the reason of a stop before its end, CliError 2 for too much, or NotText */
export async function readAll(io: Io, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdinOf(io, signal)) {
    size += chunk.length
    refuseBeyond(textMostMb, size)
    chunks.push(chunk)
  }
  signal.throwIfAborted()
  return textOf(Buffer.concat(chunks), '标准输入')
}
