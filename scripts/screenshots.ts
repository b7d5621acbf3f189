import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import { terminalPage } from './terminal-page.ts'

/** `npm run screenshots`: the README's pictures, made from the demo content of a server of its own. */

const out = 'docs/images'
const port = 18_080
const base = `http://127.0.0.1:${port}`
const password = 'Screenshots-2026'
const data = mkdtempSync(join(tmpdir(), 'xzx-shots-'))
const env = {
  ...process.env,
  XZX_ADMIN_PASSWORD: password,
  XZX_DEMO_PASSWORD: password,
  XZX_CONFIG_DIR: join(data, 'config'),
  XZX_STATE_DIR: join(data, 'state'),
}
const xzx = resolve('bin/xzx.mjs')

async function startServer() {
  const child = spawn(
    process.execPath,
    [xzx, 'serve', '--demo', '--port', String(port), '--data', join(data, 'server')],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((started) =>
    child.stdout.on('data', (chunk: Buffer) => String(chunk).includes('已启动') && started()),
  )
  return child
}

/** PNG with a palette: a fraction of the size. Not dithered: dots in an even surface are seen, its steps are not. */
const save = async (name: string, png: Uint8Array) => {
  await sharp(png)
    .png({ palette: true, quality: 100, dither: 0, compressionLevel: 9 })
    .toFile(join(out, `${name}.png`))
  console.log(`${out}/${name}.png`)
}

async function tokenOf(username: string): Promise<string> {
  const query = new URLSearchParams({ username, password })
  const reply = await fetch(`${base}/user/loginNoCode?${query}`, { method: 'POST' })
  return ((await reply.json()) as { value: string }).value
}

/** The screens of the console, as the auditor of the demo sees them. */
const screens = {
  'console-audit': '/web/main/home/audit',
  'console-articles': '/web/main/article/essay',
  'console-letters': '/web/main/interact/LeaderMailbox',
  'console-statistics': '/web/main/home/dispatch',
} as const

async function shootConsole(browser: Browser): Promise<void> {
  const token = await tokenOf('shenhe')
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } })
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(base + path)
    await page.waitForLoadState('networkidle')
    await save(name, await page.screenshot())
  }
  await page.close()
}

async function shootSite(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 820 } })
  await page.goto(`${base}/site/`)
  // it is made as the server starts, and the page looks again by itself
  await page.getByRole('link', { name: '政协要闻' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await save('site', await page.screenshot())
  await page.close()
}

const tmux = (...args: string[]) => execFileSync('tmux', ['-L', 'xzx-shots', ...args], { env, encoding: 'utf8' })

/** The terminal's screen as soon as it shows what is waited for. */
async function screenWith(text: string, without: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const screen = tmux('capture-pane', '-e', '-p')
    if (screen.includes(text) && !screen.includes(without)) return screen
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error(`终端里没有出现「${text}」`)
}

async function shootTerminal(browser: Browser): Promise<void> {
  execFileSync(process.execPath, [xzx, 'auth', 'login', '--server', base, '--user', 'shenhe', '--password-stdin'], {
    env,
    input: password,
  })
  tmux('new-session', '-d', '-x', '120', '-y', '32', `${process.execPath} ${xzx} ui`)
  try {
    const screen = await screenWith('待审核', '正在读取')
    const page = await browser.newPage({ viewport: { width: 1200, height: 700 }, deviceScaleFactor: 1.5 })
    await page.setContent(terminalPage(screen))
    await save('terminal', await page.locator('pre').screenshot())
    await page.close()
  } finally {
    tmux('kill-server')
  }
}

mkdirSync(out, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  await shootSite(browser)
  await shootConsole(browser)
  await shootTerminal(browser)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await new Promise((gone) => server.once('exit', gone))
  rmSync(data, { recursive: true, force: true })
}
