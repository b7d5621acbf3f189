import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageBytesMax } from '../../core/contract/file.ts'
import { axeFaults, browserTests, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

/** A first upload loads what draws images. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 })

interface Given {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

browserTests('images and videos', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  let column: number
  let png: Buffer

  beforeAll(async () => {
    server = await startServer()
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'] })
    png = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2a6f4e' } })
      .png()
      .toBuffer()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const image = (name = '会议现场.png', bytes = png): Given => ({ name, mimeType: 'image/png', buffer: bytes })
  /** An image of just so many bytes. */
  const ofSize = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
  const mp4 = (): Given => ({
    name: '宣传片.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(100)]),
  })
  const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
  const pictures = (page: Page) => text(page).locator('img[src]')
  const cover = (page: Page) => page.getByRole('group', { name: '封面图片' })
  const saved = async (id: string) => (await admin.call('article.view', { articleId: id })).value
  const draft = async (more: object = {}) =>
    (await admin.call('article.saveAdmin', anArticle(column, { status: 3, ...more }))).value.articleId as string

  async function publish(articleId: string) {
    const auditor = await server.person({ roles: ['admin'] })
    await admin.call('article.update', { articleId, status: 1 })
    await auditor.call('article.accept', { items: [{ articleId }] })
    await auditor.call('article.approve', { items: [{ articleId }] })
  }

  /** Opens an article's form; what the test itself makes fail may be in the console. */
  async function open(more: object = {}, options: Parameters<typeof sitDown>[3] = {}): Promise<Desk & { id: string }> {
    const id = await draft(more)
    const at = await sitDown(browser, server, admin, options)
    await at.go(`/main/article/essay/${id}`)
    await text(at.page).waitFor()
    return { ...at, id }
  }

  async function save({ page }: Desk) {
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
  }

  /** Drops or pastes files, or a text, as a browser gives them. */
  const give = (place: Locator, how: 'drop' | 'paste', files: readonly Given[], data: Record<string, string> = {}) =>
    place.evaluate(
      (element, { how, sent, data }) => {
        const carried = new DataTransfer()
        for (const [type, value] of Object.entries(data)) carried.setData(type, value)
        for (const { name, type, base64 } of sent)
          carried.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }))
        const { left, top } = (element.lastElementChild ?? element).getBoundingClientRect()
        const usual = { bubbles: true, cancelable: true }
        const event =
          how === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: carried, ...usual })
            : new DragEvent('drop', { dataTransfer: carried, clientX: left + 2, clientY: top + 2, ...usual })
        element.dispatchEvent(event)
      },
      {
        how,
        data,
        sent: files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
      },
    )

  async function chooseInText(page: Page, kind: '图片' | '视频', files: Given[]) {
    await page.getByRole('toolbar').getByRole('button', { name: kind, exact: true }).click()
    await page
      .getByRole('group', { name: `${kind}地址` })
      .locator('input[type=file]')
      .setInputFiles(files)
  }

  test('several images by button, with their size and words, stay after a reload and stand on the page', async () => {
    const at = await open()
    const { page } = at
    await chooseInText(page, '图片', [image(), image('IMG_0042.png')])
    await soon(() => pictures(page).count()).toBe(2)
    const [first, second] = [pictures(page).first(), pictures(page).last()]
    await expect.poll(() => first.getAttribute('alt')).toBe('会议现场')
    await expect.poll(() => first.getAttribute('width')).toBe('640')
    await second.click()
    await page.getByLabel('图片说明').fill('委员发言')
    await save(at)
    await at.go(`/main/article/essay/${at.id}`)
    await soon(() => pictures(page).count()).toBe(2)
    const { content } = await saved(at.id)
    expect(content).toMatch(/<img [^>]*src="\/uploads\/[\w-]+\.png" alt="会议现场" width="640" height="400"/)
    expect(content).toContain('alt="委员发言"')
    await page.getByRole('button', { name: '预览', exact: true }).click()
    const shown = page.frameLocator('iframe').locator('.content img').first()
    await soon(() => shown.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(640)
    await page.keyboard.press('Escape')
    await at.context.close()

    await publish(at.id)
    const { text: html } = await server.anyone.call('article.webView', { articleId: at.id })
    expect(html).toMatch(/<img [^>]*src="\/uploads\/[^>]*alt="委员发言"/)
    expect(at.faults).toEqual([])
  })

  test('after a picture was chosen the text goes on behind it, in sight; a line that is closed gives the text its cursor back', async () => {
    const at = await open({ content: '<p>很长的一段。</p>'.repeat(60) })
    const { page } = at
    await text(page).click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('Control+End')
    await chooseInText(page, '图片', [image(), image('第二张.png')])
    await soon(() => pictures(page).count()).toBe(2)
    await expect.poll(() => text(page).evaluate((e) => e === document.activeElement)).toBe(true)
    await page.keyboard.type('接着写。')
    const holds = () => text(page).locator('p', { hasText: '接着写。' }).locator('img[alt=第二张]').count()
    await expect.poll(holds).toBe(1)
    const seen = () =>
      pictures(page)
        .last()
        .evaluate((e) => e.getBoundingClientRect().bottom <= innerHeight && e.getBoundingClientRect().top >= 0)
    await expect.poll(seen).toBe(true)
    for (const name of ['链接', '图片']) {
      await page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
      await page
        .getByRole('group', { name: `${name}地址` })
        .getByRole('button', { name: '取消' })
        .click()
      await page.keyboard.type('又写。')
    }
    await expect.poll(() => text(page).textContent()).toContain('接着写。又写。又写。')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('by drop and by paste: a screenshot, several files, a video', async () => {
    const at = await open()
    const { page } = at
    await give(text(page), 'drop', [image('甲.png'), mp4()])
    await soon(() => text(page).locator('video[controls]').count()).toBe(1)
    await give(text(page), 'paste', [image('image.png')])
    await soon(() => pictures(page).count()).toBe(2)
    await text(page).focus()
    await page.keyboard.press('Control+z')
    await soon(() => pictures(page).count()).toBe(1)
    await page.keyboard.press('Control+y')
    await soon(() => pictures(page).count()).toBe(2)
    await save(at)
    const { content } = await saved(at.id)
    expect(content).toMatch(/alt="甲"[\s\S]*<p><video src="[^"]+\.mp4"[\s\S]*alt=""/)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('while it runs there is a placeholder, nothing is saved and no draft holds it; it can be stopped', async () => {
    const at = await open()
    const { page } = at
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/api/file/upload/**', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await give(text(page), 'paste', [image('甲.png'), image('乙.png')])
    await text(page).getByText('正在上传 甲.png').waitFor()
    await text(page).getByText('正在上传 乙.png').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('标题', { exact: true }).fill('上传时改的标题')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('还有文件正在上传，请等上传完成后再保存').waitFor()
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)).includes('上传时改的标题')))
      .toBe(true)
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(kept).not.toMatch(/upload:|\/uploads|正在上传/)
    await give(text(page), 'paste', [], {
      'text/html': `<p>连图<img src="data:image/png;base64,${png.toString('base64')}">文字</p>`,
    })
    await text(page).getByText('正在上传 粘贴的图片.png').waitFor()
    await text(page).focus()
    await page.keyboard.press('Control+z')
    await text(page).getByText('正在上传 粘贴的图片.png').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '取消上传 乙.png' }).click()
    await text(page).getByText('正在上传 乙.png').waitFor({ state: 'detached' })
    go()
    await soon(() => pictures(page).count()).toBe(1)
    await save(at)
    expect((await saved(at.id)).content).toMatch(/alt="甲"/)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a failure says why and leaves the text as it was', async () => {
    const at = await open({}, { expected: /500|Failed to load/ })
    const { page } = at
    const before = await text(page).innerHTML()
    await give(text(page), 'drop', [{ name: '说明.docx', mimeType: 'application/msword', buffer: png }])
    await page.getByText('说明.docx：请选择图片/视频文件').waitFor()
    await give(text(page), 'paste', [{ name: '图.webp', mimeType: 'image/webp', buffer: png }])
    await page.getByText('图.webp：上传图片只能是 JPG/GIF/PNG 格式！').waitFor()
    await page.route('**/api/file/upload/**', (route) => route.abort())
    await give(text(page), 'paste', [image('断网.png')])
    await page.getByText('断网.png：网络连接失败，请检查网络后重试').waitFor()
    await expect.poll(() => text(page).innerHTML()).toBe(before)
    await page.getByRole('alert').getByRole('button', { name: '关闭' }).click()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('没有修改内容，无需提交').waitFor()
    await at.context.close()
  })

  test('pictures inside a pasted text are uploaded, or refused in words; none is kept as data', async () => {
    const at = await open()
    const { page } = at
    const data = `data:image/png;base64,${png.toString('base64')}`
    const rtf = `{\\rtf1 {\\*\\shppict{\\pict{\\*\\picprop}\\picw640\\pngblip\\bliptag1{\\*\\blipuid 00ff}\n${png.toString('hex')}}}{\\nonshppict{\\pict\\wmetafile8 00}}}`
    await text(page).click()
    await give(text(page), 'paste', [], { 'text/html': `<p>前<img src="${data}">后</p>` })
    await soon(() => pictures(page).count()).toBe(1)
    await give(text(page), 'paste', [], {
      'text/html': '<p class="MsoNormal">文档</p><p><img src="file:///C:/tmp/1.png"></p>',
      'text/rtf': rtf,
    })
    await soon(() => pictures(page).count()).toBe(2)
    await give(text(page), 'paste', [], { 'text/html': '<p>只有文字<img src="file:///C:/tmp/2.png"></p>' })
    await page.getByText('有 1 张图片未能随文字粘贴').waitFor()
    await save(at)
    const { content } = await saved(at.id)
    expect(content).toMatch(/前<img [^>]*src="\/uploads\/[^>]+>后/)
    expect(content).not.toMatch(/data:|file:|upload:/)
    expect(content.match(/<img/g)).toHaveLength(2)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('of pictures that a pasted text leaves on another site is told, in sight also at the end of a long text', async () => {
    const at = await open({}, { expected: /Failed to load|404/ })
    const { page } = at
    await text(page).click()
    const long = Array.from({ length: 60 }, (_, i) => `<p>第 ${i} 段</p>`).join('')
    await give(text(page), 'paste', [], { 'text/html': long })
    await page.keyboard.press('Control+End')
    const img = (src: string) => `<p><img src="${src}"></p>`
    const here = await page.evaluate(() => location.origin)
    await give(text(page), 'paste', [], { 'text/html': `${img(`${here}/uploads/1.png`)}${img('/uploads/2.png')}` })
    await soon(() => text(page).locator('img[src^="/uploads/"]').count()).toBe(2)
    await expect.poll(() => page.getByText('仍在其他网站').count()).toBe(0)
    const far = 'https://pictures.invalid/mmbiz/640?wx_fmt=jpeg'
    await give(text(page), 'paste', [], { 'text/html': `<p>调研</p>${img(far)}${img(far)}` })
    const says = page.getByText('有 2 张图片仍在其他网站（pictures.invalid）')
    await says.waitFor()
    const { y } = (await says.boundingBox()) ?? { y: -1 }
    expect(y).toBeGreaterThan(52)
    expect(y).toBeLessThan(400)
    await page.getByRole('alert').getByRole('button', { name: '关闭' }).click()
    await says.waitFor({ state: 'detached' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a cover: chosen, changed, dropped, pasted, typed, removed; exactly 10 MB and one byte over', async () => {
    const at = await open()
    const { page } = at
    const box = cover(page)
    const picker = box.locator('input[type=file]')
    const address = () => box.getByLabel('封面图片地址').inputValue()
    await picker.setInputFiles(image('封面.png', ofSize(imageBytesMax)))
    await soon(address).toMatch(/^\/uploads\//)
    await box.getByRole('img', { name: '封面图片预览' }).waitFor()
    const first = await address()
    await picker.setInputFiles(image('大.png', ofSize(imageBytesMax + 1)))
    await box.getByText('大.png：上传图片大小不能超过 10 MB！').waitFor()
    await picker.setInputFiles({ name: '图.bmp', mimeType: 'image/bmp', buffer: png })
    await box.getByText('图.bmp：上传图片只能是 JPG/GIF/PNG 格式！').waitFor()
    await expect.poll(() => address()).toBe(first)
    expect(await axeFaults(page)).toEqual([])
    await give(box, 'drop', [image()])
    await soon(address).not.toBe(first)
    await save(at)
    expect((await saved(at.id)).coverImage).toMatch(/^\/uploads\//)
    await at.go(`/main/article/essay/${at.id}`)
    await box.getByRole('img', { name: '封面图片预览' }).waitFor()
    await box.getByRole('button', { name: '移除（封面图片）' }).click()
    await give(box, 'paste', [image('image.png')])
    await soon(address).toMatch(/^\/uploads\//)
    await box.getByLabel('封面图片地址').fill('https://example.com/a.png')
    await save(at)
    expect((await saved(at.id)).coverImage).toBe('https://example.com/a.png')
    await at.context.close()
  })

  test('an image for a column: chosen, and shown to who may only read', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const box = page.getByRole('group', { name: '栏目图片' })
    const open = async () => {
      await at.go('/main/article/column')
      await page.getByRole('treeitem', { name: '政协要闻' }).click()
      await box.waitFor()
    }
    await open()
    await box.locator('input[type=file]').setInputFiles(image())
    await box.getByRole('img', { name: '栏目图片预览' }).waitFor()
    await save(at)
    expect((await admin.call('column.get', { id: column })).value.categorySmallImg).toMatch(/^\/uploads\//)
    await at.context.close()

    const reader = await sitDown(browser, server, await server.person({ roles: ['readonly'] }))
    await reader.go('/main/article/column')
    await reader.page.getByRole('treeitem', { name: '政协要闻' }).click()
    const shown = reader.page.getByRole('group', { name: '栏目图片' })
    await shown.getByRole('img', { name: '栏目图片预览' }).waitFor()
    await expect.poll(() => shown.getByRole('button').count()).toBe(0)
    await give(shown, 'drop', [image()])
    await expect.poll(() => shown.getByRole('status').count()).toBe(0)
    expect(reader.faults).toEqual([])
    await reader.context.close()
  })

  test('three covers for an article that shows three, in the order of their choice', async () => {
    const at = await open({ newsType: 3 })
    const { page } = at
    await cover(page)
      .locator('input[type=file]')
      .setInputFiles([image('1.png'), image('2.png'), image('3.png'), image('4.png')])
    await cover(page).getByText('最多 3 张图片，多选的未上传').waitFor()
    await soon(() => cover(page).getByRole('img').count()).toBe(3)
    await save(at)
    const { coverImage } = await saved(at.id)
    expect(coverImage.split(',')).toHaveLength(3)
    await at.go(`/main/article/essay/${at.id}`)
    await soon(() => cover(page).getByRole('img').count()).toBe(3)
    await publish(at.id)
    // the newest without a picture is the headline, what has pictures stands among the picture news
    const plain = (await admin.call('article.saveAdmin', anArticle(column, { title: '没有图的一篇', status: 3 }))).value
    await publish(plain.articleId)
    await admin.call('generate.all')
    const [first] = coverImage.split(',')
    await soon(async () => (await fetch(`${server.url}/site/`)).text()).toContain(`<img src="${first}"`)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test.each([1440, 390])('%i px wide: nothing that axe finds, nothing too wide', async (width) => {
    const at = await open({ content: '<p>正文</p>', newsType: 3 }, { width })
    const { page } = at
    await cover(page)
      .locator('input[type=file]')
      .setInputFiles([image('1.png'), image('2.png')])
    await soon(() => cover(page).getByRole('img').count()).toBe(2)
    await chooseInText(page, '图片', [image(), { name: '图.bmp', mimeType: 'image/bmp', buffer: png }])
    await soon(() => pictures(page).count()).toBe(1)
    await pictures(page).click()
    await page.getByLabel('图片说明').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
