import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleBuilt } from '../support/browser.ts'

interface Chunk {
  readonly file: string
  readonly imports?: string[]
  readonly css?: string[]
}

const dist = fileURLToPath(new URL('../../dist/web/', import.meta.url))
const kb = 1024

describe('the console as it is built', () => {
  let manifest: Record<string, Chunk>
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

  beforeAll(async () => {
    await consoleBuilt()
    manifest = JSON.parse(readFileSync(`${dist}manifest.json`, 'utf8'))
  })

  test('signs in within 130 KB, without router, query library or antd', () => {
    const files = filesOf('index.html')
    expect(sum(files)).toBeLessThan(130 * kb)
    const code = [...files].map((file) => readFileSync(dist + file, 'utf8')).join('')
    expect(code).not.toMatch(/createBrowserRouter|QueryClient|ant-btn/)
  })

  test('shows a list within 480 KB', () => {
    expect(sum(filesOf('main.html', 'screens/article/ArticleListScreen.tsx'))).toBeLessThan(480 * kb)
  })

  test('is smaller than 1.1 MB altogether, no piece larger than 250 KB', () => {
    const files = new Set(Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]))
    expect(sum(files)).toBeLessThan(1.1 * kb * kb)
    for (const file of files) expect(size(file), file).toBeLessThan(250 * kb)
  })

  test('every screen is a piece of its own, and every file is there compressed', () => {
    const screens = Object.keys(manifest).filter((name) => /^screens\/.*Screen\.tsx$/.test(name))
    expect(screens.length).toBeGreaterThanOrEqual(8)
    for (const { file } of Object.values(manifest)) {
      if (!/\.(js|css)$/.test(file) || readFileSync(dist + file).length < kb) continue
      expect(readFileSync(`${dist}${file}.br`).length, file).toBeGreaterThan(0)
      expect(gunzipSync(readFileSync(`${dist}${file}.gz`)).equals(readFileSync(dist + file)), file).toBe(true)
    }
  })
})
