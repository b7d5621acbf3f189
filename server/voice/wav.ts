/** A sound: samples of one channel, and how many of them are a second. */
export interface Sound {
  readonly rate: number
  readonly samples: Int16Array
}

const rates = new Set([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
const pcm = 1
const extensible = 0xfffe

/** Two channels as one. */
function mono(samples: Int16Array): Int16Array {
  const out = new Int16Array(samples.length >> 1)
  for (let i = 0; i < out.length; i += 1) out[i] = ((samples[2 * i] as number) + (samples[2 * i + 1] as number)) >> 1
  return out
}

/**
 * Reads a WAV file of 16 bits and one or two channels. What is written to a pipe does not know its length: then all that follows is sound.
 * @throws Error in words
 */
export function readWav(bytes: Buffer): Sound {
  const tag = (at: number) => bytes.toString('latin1', at, at + 4)
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw new Error('输出不是 WAV')
  let form: { channels: number; rate: number } | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    const from = at + 8
    if (tag(at) === 'fmt ' && size >= 16 && from + 16 <= bytes.length) {
      const [kind, channels, bits] = [0, 2, 14].map((offset) => bytes.readUInt16LE(from + offset)) as [
        number,
        number,
        number,
      ]
      const rate = bytes.readUInt32LE(from + 4)
      if ((kind !== pcm && kind !== extensible) || bits !== 16 || channels < 1 || channels > 2 || !rates.has(rate))
        throw new Error(
          `输出的 WAV 应为 16 位单声道或双声道，采样率如 22050、16000，现为 ${bits} 位 ${channels} 声道 ${rate} Hz`,
        )
      form = { channels, rate }
    }
    if (tag(at) === 'data' && form) {
      const end = Math.min(from + size, bytes.length)
      const whole = form.channels * 2
      const length = end - from - ((end - from) % whole)
      const samples = new Int16Array(length / 2)
      for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(from + 2 * i)
      return { rate: form.rate, samples: form.channels === 2 ? mono(samples) : samples }
    }
    at = from + size + (size % 2)
  }
  throw new Error('输出的 WAV 中没有声音')
}
