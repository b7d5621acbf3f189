import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserTests, openBrowser } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** The editor as its own package has it, on a page of the server's origin. */
const client = join(dirname(createRequire(import.meta.url).resolve('ueditor')), 'example/public/ueditor')
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
}
const pageWith = (serverUrl: string) => `<!doctype html><meta charset="utf-8"><title>编辑</title>
<script>window.UEDITOR_HOME_URL = '/ue/'</script><script src="/ue/ueditor.config.js"></script><script src="/ue/ueditor.all.js"></script>
<div id="text" style="width:900px;height:300px"></div>
<script>window.ue = UE.getEditor('text', { serverUrl: ${JSON.stringify(serverUrl)} })</script>`

browserTests('an editor of others (UEditor)', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let png: Buffer
  let writer: Person
  beforeAll(async () => {
    server = await startServer()
    writer = await server.person({ roles: ['staff'] })
    png = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#2a6f4e' } })
      .png()
      .toBuffer()
    browser = await openBrowser()
    page = await browser.newPage({ locale: 'zh-CN' })
    page.setDefaultTimeout(30_000)
    const { value } = await writer.call('editor.pass')
    await page.route('**/ue/**', async (route) => {
      const path = new URL(route.request().url()).pathname.slice('/ue/'.length)
      if (path === 'page') return route.fulfill({ contentType: 'text/html', body: pageWith(value.serverUrl) })
      const contentType = types[extname(path)]
      return route.fulfill({ path: join(client, path), ...(contentType && { contentType }) })
    })
    await page.goto(`${server.url}/ue/page`)
    // its settings have come from the server, and its button can be pressed
    await page.waitForFunction('window.ue.isServerConfigLoaded() && window.ue.isReady')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const text = () => page.evaluate<string>('window.ue.getContent()')
  const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png })
  /** The frame that holds something, as soon as it is there. */
  async function frameWith(selector: string): Promise<Frame> {
    const find = async () => {
      for (const frame of page.frames()) if (await frame.$(selector).catch(() => null)) return frame
      return undefined
    }
    await expect.poll(find, { timeout: 20_000 }).toBeDefined()
    return (await find()) as Frame
  }

  test('its button puts a picture into the text', async () => {
    const frame = await frameWith('input[name="upfile"][accept="image/*"]')
    await frame.setInputFiles('input[name="upfile"]', picture('合影.png'))
    await expect.poll(text, { timeout: 20_000 }).toMatch(/<img[^>]*src="\/uploads\/[\w-]+\.png"[^>]*alt="合影\.png"/)
  })

  test('its window uploads pictures, and shows those that are there', async () => {
    await page.evaluate("window.ue.getDialog('insertimage').open()")
    const frame = await frameWith('#filePickerReady input[type="file"]')
    await frame.setInputFiles('#filePickerReady input[type="file"]', picture('会场.png'))
    await frame.getByText('开始上传').click()
    await frame.locator('#queueList .success').waitFor({ state: 'attached' })
    await frame.locator('.tab[data-content-id="online"]').click()
    await expect.poll(() => frame.locator('#imageList img').count(), { timeout: 20_000 }).toBe(2)
    await page.evaluate("window.ue.getDialog('insertimage').close(true)")
  })

  test('a picture that is none is refused in words that it shows', async () => {
    const frame = await frameWith('input[name="upfile"][accept="image/*"]')
    const before = await text()
    await frame.setInputFiles('input[name="upfile"]', {
      name: '假.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(200, 'x'),
    })
    await page.getByText('上传图片只能是 JPG/GIF/PNG 格式！').waitFor()
    expect(await text()).toBe(before)
  })
})
