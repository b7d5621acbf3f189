import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Person, TestServer } from './server.ts'

/** The whole browser, and its engine without the window around it, which does what pages need in half the time. */
const whole = '/usr/bin/chromium'
const engine = '/usr/bin/chromium-headless-shell'
const executablePath = existsSync(engine) ? engine : whole
const here = existsSync(executablePath)
const absent = `未找到 ${engine} 或 ${whole}`
if (!here) console.warn(`${absent}，跳过管理界面的浏览器测试`)

/** Tests in a real browser: left out where there is none, except where everything must run. */
export const browserTests = here || process.env.CI === 'true' ? describe : describe.skip

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=zh-CN',
]

const builder = fileURLToPath(new URL('../../scripts/build-web.mjs', import.meta.url))

/** Builds the console where its bundle is older than its sources. */
export const consoleBuilt = () => promisify(execFile)(process.execPath, [builder])

/** @param keepsPages shows a page on the way back as it was left, as browsers do; Playwright turns that off */
export async function openBrowser({ keepsPages = false } = {}): Promise<Browser> {
  if (!here) throw new Error(absent)
  await consoleBuilt()
  // without it files get no names but Latin ones
  const env = { ...(process.env as Record<string, string>), LANG: 'C.UTF-8' }
  return keepsPages
    ? chromium.launch({ executablePath: whole, args, env, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    : chromium.launch({ executablePath, args, env })
}

/** A window of the console; what its console said of errors is collected, for tests to find it empty. */
export interface Desk {
  readonly page: Page
  readonly context: BrowserContext
  readonly faults: string[]
  /** Opens an address under /web. */
  go(path: string): Promise<void>
}

export interface DeskOptions {
  readonly width?: number
  /** Part of a fault's text that this test brings about itself. */
  readonly expected?: RegExp
}

/** A window for somebody who is signed in, or for nobody. */
export async function sitDown(
  browser: Browser,
  server: TestServer,
  person: Person | null,
  { width = 1440, expected }: DeskOptions = {},
): Promise<Desk> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  // on a busy machine ten megabytes take their time to reach a page
  page.setDefaultTimeout(30_000)
  const faults: string[] = []
  const note = (text: string) => expected?.test(text) || faults.push(text)
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  page.on('pageerror', (error) => note(error.message))
  if (person) {
    // the lightest page of this origin
    await page.goto(`${server.url}/healthz`)
    await page.evaluate(
      ([token, account]) => {
        localStorage.setItem('token', token as string)
        localStorage.setItem('userAccount', account as string)
        localStorage.setItem('appKey', 'admin')
      },
      [person.token, `u${person.userId}`],
    )
  }
  return {
    page,
    context,
    faults,
    go: async (path) => void (await page.goto(`${server.url}/web${path}`)),
  }
}

/** Waits for the captcha's picture and makes its letters known, for the database keeps only their hash; answers them. */
export async function captchaOf(page: Page, server: TestServer): Promise<string> {
  await page.getByRole('img', { name: '验证码图片' }).waitFor()
  await server.parts.db.write
    .updateTable('captcha')
    .set({ answer: server.parts.secret.mark('captcha', 'abcd') })
    .execute()
  return 'ABCD'
}

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.1 AA that the page breaks, with the elements; the preview of the public site is not judged here. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource())
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself there
    const { violations } = await (window as any).axe.run(
      { exclude: [['iframe']] },
      { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], iframes: false },
    )
    return violations.flatMap((v: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 160)} ${node.failureSummary.split('\n')[1] ?? ''}`),
    )
  })
}
