import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleBuilt } from '../support/browser.ts'
import { bundleIn, kb } from '../support/bundle.ts'

const dist = fileURLToPath(new URL('../../dist/web/', import.meta.url))

describe('the console as it is built', () => {
  let bundle: ReturnType<typeof bundleIn>

  beforeAll(async () => {
    await consoleBuilt()
    bundle = bundleIn(dist)
  })

  test('signs in within 130 KB, without router, query library or antd', () => {
    expect(bundle.sum(bundle.signIn)).toBeLessThan(130 * kb)
    const code = [...bundle.signIn].map((file) => readFileSync(dist + file, 'utf8')).join('')
    expect(code).not.toMatch(/createBrowserRouter|QueryClient|ant-btn/)
  })

  test('shows a list within 480 KB', () => {
    expect(bundle.sum(bundle.list)).toBeLessThan(480 * kb)
  })

  // the library of charts is as heavy as a list: it comes once one is drawn, and nobody else pays for it
  const isCharts = (file: string) => /\/charts-/.test(file)

  test('is smaller than 1.25 MB altogether without the charts, no piece larger than 250 KB', () => {
    expect(bundle.sum([...bundle.all].filter((file) => !isCharts(file)))).toBeLessThan(1.25 * kb * kb)
    for (const file of bundle.all) expect(bundle.size(file), file).toBeLessThan(250 * kb)
  })

  test('draws charts within 200 KB, which no screen loads before it shows one', () => {
    const charts = [...bundle.all].filter(isCharts)
    expect(charts).toHaveLength(1)
    expect(bundle.sum(charts)).toBeLessThan(200 * kb)
    for (const name of Object.keys(bundle.manifest).filter((one) => /^screens\/.*Screen\.tsx$/.test(one)))
      expect([...bundle.screen(name)].filter(isCharts), name).toEqual([])
  })

  test('every screen is a piece of its own, and every file is there compressed', () => {
    const screens = Object.keys(bundle.manifest).filter((name) => /^screens\/.*Screen\.tsx$/.test(name))
    expect(screens.length).toBeGreaterThanOrEqual(8)
    for (const { file } of Object.values(bundle.manifest)) {
      if (!/\.(js|css)$/.test(file) || readFileSync(dist + file).length < kb) continue
      expect(readFileSync(`${dist}${file}.br`).length, file).toBeGreaterThan(0)
      expect(gunzipSync(readFileSync(`${dist}${file}.gz`)).equals(readFileSync(dist + file)), file).toBe(true)
    }
  })
})
