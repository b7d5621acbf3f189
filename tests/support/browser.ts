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

/**
 * @param keepsPages shows a page on the way back as it was left, as browsers do; Playwright turns that off
 * @param reuses gives a window that a test has left, cleaned, to the next one: see `sitDown`
 */
export async function openBrowser({ keepsPages = false, reuses = false } = {}): Promise<Browser> {
  if (!here) throw new Error(absent)
  await consoleBuilt()
  const browser = await (keepsPages
    ? chromium.launch({ executablePath: whole, args, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    : chromium.launch({ executablePath, args }))
  if (reuses) left.set(browser, [])
  return browser
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
  /** A window that nobody used before: for tests of what a browser loads, or keeps, from the first page on. */
  readonly fresh?: boolean
}

/** Windows that tests have left, in browsers that reuse them: a used one shows the console for half of the processor that a new one needs. */
const left = new WeakMap<Browser, Window[]>()

/** What leaves its mark on a window beyond the page that is shown; a window of which it was asked is not used again. */
const lasting: Readonly<Record<'page' | 'context' | 'clock', readonly string[]>> = {
  page: [
    'addInitScript',
    'addLocatorHandler',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'route',
    'routeWebSocket',
    'setExtraHTTPHeaders',
  ],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'newPage',
    'route',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'],
}

/** A tab with its context. */
interface Window {
  readonly page: Page
  readonly context: BrowserContext
  marked: boolean
  /** Take away what a test listens to; the library's own listeners stay. */
  readonly heard: (() => void)[]
}

function watch(window: Window): void {
  const { page, context } = window
  const objects = { page: [page], context: [context], clock: [page.clock, context.clock] }
  for (const [kind, names] of Object.entries(lasting))
    for (const object of objects[kind as keyof typeof objects] as unknown as Record<string, unknown>[])
      for (const name of names) {
        const method = object[name] as (...args: unknown[]) => unknown
        object[name] = (...args: unknown[]) => {
          window.marked = true
          return method.apply(object, args)
        }
      }
  // biome-ignore lint/suspicious/noExplicitAny: one signature for all events
  for (const object of [page, context] as any[]) {
    const on = object.on.bind(object)
    object.on = (event: string, listener: (...args: unknown[]) => void) => {
      window.heard.push(() => object.off(event, listener))
      return on(event, listener)
    }
  }
}

async function newWindow(browser: Browser): Promise<Window> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
  const window: Window = { page: await context.newPage(), context, marked: false, heard: [] }
  const kept = left.get(browser)
  if (!kept) return window
  const close = context.close.bind(context)
  const history = await context.newCDPSession(window.page)
  watch(window)
  context.close = async () => {
    const { page } = window
    if (window.marked || page.isClosed() || context.pages().length > 1) return close()
    for (const forget of window.heard.splice(0)) forget()
    await page.goto('about:blank')
    await page.mouse.move(0, 0)
    await context.clearCookies()
    await history.send('Page.resetNavigationHistory')
    kept.push(window)
  }
  return window
}

/**
 * A window for somebody who is signed in, or for nobody. In a browser that reuses windows its context's `close` keeps it for the next
 * who sits down, cleaned of all that it held, unless something was done to it that lasts.
 */
export async function sitDown(
  browser: Browser,
  server: TestServer,
  person: Person | null,
  { width = 1440, expected, fresh = false }: DeskOptions = {},
): Promise<Desk> {
  const used = fresh ? undefined : left.get(browser)?.pop()
  const { page, context } = used ?? (await newWindow(browser))
  await page.setViewportSize({ width, height: 900 })
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  const note = (text: string) => expected?.test(text) || faults.push(text)
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  page.on('pageerror', (error) => note(error.message))
  if (used || person) {
    // the lightest page of this origin
    await page.goto(`${server.url}/healthz`)
    await page.evaluate(
      (kept) => {
        localStorage.clear()
        sessionStorage.clear()
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
      },
      person ? { token: person.token, userAccount: `u${person.userId}`, appKey: 'admin' } : {},
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
