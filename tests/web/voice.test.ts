import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articlePath } from '../../server/site/addresses.ts'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

/** What the browser makes of a sound: its length in seconds, once it has read it. */
const lengthOf = (page: Page) =>
  page.locator('audio').evaluate(
    (audio: HTMLAudioElement) =>
      new Promise<number>((resolve, reject) => {
        if (audio.readyState >= 1) return resolve(audio.duration)
        audio.addEventListener('loadedmetadata', () => resolve(audio.duration))
        audio.addEventListener('error', () => reject(new Error(audio.error?.message)))
        audio.load()
      }),
  )

/** How loud it is at its loudest, of 1: a file of silence has a length too. */
const loudest = (page: Page) =>
  page.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
    const bytes = await (await fetch(audio.src)).arrayBuffer()
    const sound = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(bytes)
    return sound.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  })

browserTests('articles that are read aloud', () => {
  const office = openOffice()
  const url = (articleId: string) => `${office.server.url}/site/${articlePath(Number(articleId))}`

  test.each([1440, 390])('on the console it is made, heard and deleted, %i px wide', async (width) => {
    const articleId = await office.publish(`县政协召开常委会 ${width}`)
    const at = await office.sit(office.admin, { width })
    const { page } = at
    await at.go(`/main/article/essay/${articleId}`)
    await page.getByRole('button', { name: '语音' }).click()
    const dialog = page.getByRole('dialog', { name: /的语音/ })
    await dialog.getByText('还没有语音。').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '生成语音' }).click()
    await dialog.getByText(/时长 .*eSpeak NG/).waitFor({ timeout: 30_000 })
    await dialog.getByRole('button', { name: '试听' }).click()
    await dialog.locator('audio').waitFor()
    expect(await lengthOf(page)).toBeGreaterThan(1)
    expect(await axeFaults(page)).toEqual([])
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: '下载' }).click()
    expect((await saving).suggestedFilename()).toBe(`县政协召开常委会 ${width}.mp3`)
    await dialog.getByRole('button', { name: '删除语音' }).click()
    await page.getByRole('button', { name: '删除', exact: true }).click()
    await dialog.getByText('还没有语音。').waitFor()
    expect((await office.admin.call('voice.get', { id: articleId })).value).toBeNull()
  })

  test('on its page it is heard and saved, also without scripts, and costs nothing where there is none', async () => {
    const articleId = await office.publish('关于农村饮用水安全的提案')
    await office.server.parts.site.showTouched({ wait: true })
    const plain = await (await fetch(url(articleId))).text()
    await office.admin.call('voice.synthesis', { id: articleId })
    await office.server.parts.site.showTouched({ wait: true })
    const html = await (await fetch(url(articleId))).text()
    expect(plain).not.toContain('voice')
    expect(html.length - plain.length).toBeLessThan(1000)
    const validate = new HtmlValidate(
      new FileSystemConfigLoader({ extends: ['html-validate:recommended'], root: true }),
    )
    const { results } = await validate.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    )
    for (const width of [1440, 390]) {
      const context = await office.browser.newContext({
        javaScriptEnabled: width === 1440,
        viewport: { width, height: 900 },
      })
      const page = await context.newPage()
      await page.goto(url(articleId))
      await page.locator('audio').waitFor()
      expect(await page.getByRole('link', { name: /下载语音（\d+ KB）/ }).count()).toBe(1)
      if (width === 1440) {
        expect(await lengthOf(page)).toBeGreaterThan(1)
        expect(await loudest(page)).toBeGreaterThan(0.1)
        expect(await axeFaults(page)).toEqual([])
      }
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('audio').isVisible()).toBe(false)
      await context.close()
    }
  })
})
