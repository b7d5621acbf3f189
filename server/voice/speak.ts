import { spawn } from 'node:child_process'
import { setPriority, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Refused } from '../../core/errors.ts'
import { threadFile } from '../work/threads.ts'
import { bytesFrom } from './bytes.ts'
import type { Piece } from './pieces.ts'
import { readWav, type Sound } from './wav.ts'

/** The optional packages. */
export const ownEngine = '@echogarden/espeak-ng-emscripten'
export const encoderPackage = 'wasm-media-encoders'

/** What reads a few breaths of a text aloud; the engine is a process of its own. */

/** An engine: the one that comes along, or a program that reads a text and writes a WAV. */
export interface Engine {
  /** The program and what it is given; null: the one that comes along. */
  readonly command: readonly string[] | null
  /** So long it may take for one breath. */
  readonly breathMs: number
}

interface Input {
  readonly engine: Engine
  readonly pieces: readonly Piece[]
}

/** Some breaths as they go into the file. */
export interface Spoken {
  readonly mp3: Uint8Array
  readonly seconds: number
}

/** No breath is longer than five minutes. */
const soundMax = 5 * 60 * 48_000 * 4
/** Kilobits a second: voice needs no more, and a quarter of an hour is 3.5 MB. */
const bitrate = 32

const failed = (why: string) => new Refused('UNAVAILABLE', `语音引擎${why}`)

/** What the last words of a program were, for who looks after it. */
const lastWords = (text: string): string => {
  const line =
    text
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/\p{Cc}/gu, ' ')
      .slice(0, 200) ?? ''
  return line === '' ? '' : `：${line}`
}

/** Whoever waits for an answer comes first. */
function after(pid: number): void {
  try {
    setPriority(pid, 10)
  } catch {} // it is over already
}

/** A process that is ended when it takes too long, and what becomes of it. */
function begin(program: string, args: readonly string[], breathMs: number) {
  // none of the server's own secrets are in its environment, and it is nowhere near its files
  const { PATH = '', LANG = 'C.UTF-8', HOME = '' } = process.env
  const child = spawn(program, [...args], { env: { PATH, LANG, HOME }, cwd: tmpdir(), stdio: ['pipe', 'pipe', 'pipe'] })
  if (child.pid !== undefined) after(child.pid)
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-2000)
  })
  // one that ends before it was told everything is heard of by its end
  child.stdin.on('error', () => {})
  const ended = new Promise<Refused>((resolve) => {
    child.on('error', (error) => resolve(failed(`不能启动（${(error as NodeJS.ErrnoException).code}）`)))
    child.on('close', (code, signal) =>
      resolve(failed(signal ? `中途停止（${signal}）` : `异常退出（${code}）${lastWords(said)}`)),
    )
  })
  const bytes = bytesFrom(child.stdout)
  let late = false
  let timer: NodeJS.Timeout | undefined
  return {
    bytes,
    stdin: child.stdin,
    /** @throws Refused where it ends, or lets wait too long */
    async within<T>(work: Promise<T | null>): Promise<T> {
      timer = setTimeout(() => {
        late = true
        child.kill('SIGKILL')
      }, breathMs)
      const got = await work.finally(() => clearTimeout(timer))
      if (got !== null && !late) return got
      child.kill('SIGKILL')
      const why = await ended
      throw late ? failed(`超过 ${breathMs / 1000} 秒没有回应，已停止`) : why
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** It reads its own files and does nothing else: what it is given may be anybody's text. */
const confined = (file: string): string[] => [
  '--max-old-space-size=128',
  '--permission',
  ...[dirname(file), dirname(fileURLToPath(import.meta.resolve(ownEngine)))].map((at) => `--allow-fs-read=${at}`),
]

/** By the engine that comes along: one process for all breaths. */
async function* byOwn({ breathMs }: Engine, pieces: readonly Piece[]): AsyncGenerator<Sound> {
  const file = threadFile(import.meta.url, 'engine', 'voice-engine')
  const engine = begin(process.execPath, [...confined(file), file], breathMs)
  try {
    const number = async () => (await engine.within(engine.bytes.take(4))).readUInt32LE()
    const rate = await number()
    for (const { text } of pieces) {
      engine.stdin.write(`${JSON.stringify({ text })}\n`)
      const length = await number()
      if (length > soundMax) throw failed('给出的声音过长')
      const bytes = await engine.within(engine.bytes.take(length))
      yield { rate, samples: new Int16Array(new Uint8Array(bytes).buffer) }
    }
  } finally {
    engine.end()
  }
}

/** By another program: one run for each breath, which is given on its standard input, and never as an argument. */
async function* byProgram(
  { breathMs }: Engine,
  [program = '', ...args]: readonly string[],
  pieces: readonly Piece[],
): AsyncGenerator<Sound> {
  for (const { text } of pieces) {
    const engine = begin(program, args, breathMs)
    try {
      engine.stdin.end(`${text}\n`)
      const bytes = await engine.within(engine.bytes.rest(soundMax))
      if (bytes.length === 0) await engine.within(Promise.resolve(null))
      yield readWav(bytes)
    } catch (error) {
      throw error instanceof Refused ? error : failed((error as Error).message)
    } finally {
      engine.end()
    }
  }
}

interface Encoder {
  configure(how: { channels: 1; sampleRate: number; bitrate: number }): void
  encode(samples: readonly Float32Array[]): Uint8Array
  finalize(): Uint8Array
}

async function newEncoder(sampleRate: number): Promise<Encoder> {
  const { createMp3Encoder } = (await import(`${encoderPackage}/esnext`)) as {
    createMp3Encoder: () => Promise<Encoder>
  }
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 1, sampleRate, bitrate })
  return encoder
}

/**
 * Reads some breaths aloud. What it answers is a part of a file that may stand behind any other one of the same engine.
 * @throws Refused UNAVAILABLE saying what the engine did
 */
export async function speakAside({ engine, pieces }: Input): Promise<Spoken> {
  const parts: Uint8Array[] = []
  let encoder: { readonly rate: number; readonly made: Encoder } | null = null
  let samples = 0
  let place = 0
  const sounds = engine.command === null ? byOwn(engine, pieces) : byProgram(engine, engine.command, pieces)
  for await (const sound of sounds) {
    encoder ??= { rate: sound.rate, made: await newEncoder(sound.rate) }
    if (sound.rate !== encoder.rate) throw failed('前后给出的采样率不同')
    const pause = Math.round(((pieces[place]?.pauseMs ?? 0) * sound.rate) / 1000)
    const floats = new Float32Array(sound.samples.length + pause)
    for (let i = 0; i < sound.samples.length; i += 1) floats[i] = (sound.samples[i] as number) / 32_768
    samples += floats.length
    place += 1
    // what it answers lies in memory that it writes over the next time
    parts.push(encoder.made.encode([floats]).slice())
  }
  if (!encoder) return { mp3: new Uint8Array(), seconds: 0 }
  parts.push(encoder.made.finalize().slice())
  return { mp3: new Uint8Array(Buffer.concat(parts)), seconds: samples / encoder.rate }
}
