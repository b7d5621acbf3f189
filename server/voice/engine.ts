import process from 'node:process'
import { createInterface } from 'node:readline'

/**
 * The engine that comes along, as a program of its own: eSpeak NG, compiled to WebAssembly. It reads lines of JSON (`{"text":…}`) and writes for each its
 * sound, samples of 16 bits of one channel, behind their length in bytes; the first number that it writes is the rate of the samples. It alone loads the library, whose
 * licence (GPL-3.0) ends at this program's ends, and it ends with its input.
 */

interface Speaker {
  get_samplerate(): number
  set_rate(wordsPerMinute: number): void
  set_voice(name: string, language: string, gender: number, age: number, variant: number): number
  synthesize(text: string, heard: (samples: Int16Array | null) => 0 | 1): void
}
interface Library {
  readonly eSpeakNGWorker: new () => Speaker | Promise<Speaker>
}

/** As fast as news is read: five characters a second. */
const rate = 215

const library = '@echogarden/espeak-ng-emscripten'
const { default: load } = (await import(library)) as { default: (options: object) => Promise<Library> }
const { eSpeakNGWorker } = await load({})
const speaker = await new eSpeakNGWorker()
if (speaker.set_voice('cmn', 'cmn', 0, 0, 0) !== 0) throw new Error('no voice for Mandarin')
speaker.set_rate(rate)

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const write = (bytes: Uint8Array) =>
  new Promise<void>((resolve) => {
    if (process.stdout.write(bytes)) resolve()
    else process.stdout.once('drain', resolve)
  })

// who listened is gone
process.stdout.on('error', () => process.exit(1))

await write(number(speaker.get_samplerate()))
for await (const line of createInterface({ input: process.stdin })) {
  const heard: Int16Array[] = []
  speaker.synthesize((JSON.parse(line) as { text: string }).text, (samples) => {
    if (samples) heard.push(samples)
    return 0
  })
  const parts = heard.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  const sound = Buffer.concat(parts)
  await write(number(sound.length))
  await write(sound)
}
