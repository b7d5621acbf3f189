import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: string[]
  readonly css?: string[]
}

export const kb = 1024

/** The built console in a folder (`…/dist/web/`): its chunks, and what they weigh compressed. */
export function bundleIn(dist: string) {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(`${dist}manifest.json`, 'utf8'))
  const size = (file: string) => gzipSync(readFileSync(dist + file), { level: 9 }).length
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + size(file), 0)

  /** The files that an entry needs before anything of it runs. */
  function filesOf(...names: string[]): Set<string> {
    const files = new Set<string>()
    const add = (name: string) => {
      const chunk = manifest[name]
      if (!chunk) throw new Error(`no chunk ${name}`)
      if (files.has(chunk.file)) return
      files.add(chunk.file)
      for (const css of chunk.css ?? []) files.add(css)
      for (const other of chunk.imports ?? []) add(other)
    }
    for (const name of names) add(name)
    return files
  }

  return {
    manifest,
    size,
    sum,
    signIn: filesOf('index.html'),
    /** What a screen needs before it is shown. */
    screen: (name: string) => filesOf('main.html', name),
    list: filesOf('main.html', 'screens/article/ArticleListScreen.tsx'),
    all: new Set(Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])),
  }
}
