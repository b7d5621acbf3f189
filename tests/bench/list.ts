import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { listCosts } from '../support/list-costs.ts'
import { adminOf, startProcess } from '../support/process.ts'

const rows = 200
const executablePath = '/usr/bin/chromium'
const words = { one: '勾选一行', all: '勾选本页', step: 'J 到下一行', hide: '隐藏一列' } as const

/** What a list of 200 articles costs the browser's processor when rows are marked, walked, and a column is hidden. */
export async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  const server = await startProcess(data, { built: true })
  const post = await adminOf(server.url)
  const { value: column } = await post('/column/save?categoryTitle=要闻&columnType=1')
  for (let i = 1; i <= rows; i += 1)
    await post('/api/article/save/admin', {
      columnId: column.columnId,
      title: `第 ${i} 篇`,
      content: '<p>正文</p>',
      status: 3,
    })
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`${server.url}/web/`)
  await page.evaluate((token) => localStorage.setItem('token', token), post.token)
  await page.goto(`${server.url}/web/main/article/essay?size=${rows}`)
  await page.getByText(`共 ${rows} 条`).waitFor()
  const { plain, ...costs } = await listCosts(page)
  console.log(`空白表格 ${rows} × 8：处理器 ${plain.toFixed(0)} ms`)
  for (const [what, ms] of Object.entries(costs))
    console.log(`${words[what as keyof typeof costs]}：处理器 ${ms.toFixed(0)} ms，${(ms / plain).toFixed(2)} 倍`)
  await browser.close()
  await server.end('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}
