import { createReadStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import { drained } from '../../core/sheet/stream.ts'

interface Packed {
  readonly name: string
  readonly path: string
}

/** The names of files, each once: 「附件.pdf」「附件(2).pdf」. */
export function namedApart(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const n = (seen.get(name) ?? 0) + 1
    seen.set(name, n)
    if (n === 1) return name
    const dot = name.lastIndexOf('.')
    return dot > 0 ? `${name.slice(0, dot)}(${n})${name.slice(dot)}` : `${name}(${n})`
  })
}

/** Files as one zip, read while it is sent; what is packed already is packed no further. */
export function zipOf(files: readonly Packed[]): Readable {
  const out = new PassThrough()
  const zip = new Zip((error, chunk, final) => {
    if (error) out.destroy(error)
    else if (final) out.end(chunk)
    else out.write(chunk)
  })
  const fill = async () => {
    const names = namedApart(files.map(({ name }) => name))
    for (const [i, { path }] of files.entries()) {
      const file = new ZipPassThrough(names[i] as string)
      zip.add(file)
      for await (const chunk of createReadStream(path)) {
        file.push(new Uint8Array(chunk as Buffer))
        await drained(out)
      }
      file.push(new Uint8Array(), true)
    }
    zip.end()
  }
  fill().catch((error: Error) => out.destroy(error))
  return out
}
