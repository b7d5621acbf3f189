import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { articles, dir, open, wire } = await desks()

/** A browser that notes which address it was to open. */
function browser() {
  const [program, note] = [join(dir(), 'browser.sh'), join(dir(), 'opened')]
  // the note is there only when it is whole
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" >${note}.new && mv ${note}.new ${note}\n`, { mode: 0o700 })
  return { env: { BROWSER: program }, opened: () => (existsSync(note) ? readFileSync(note, 'utf8') : '') }
}

test('a published article opens as its public page', async () => {
  const [id] = await articles(1, 2, '县政协召开常委会')
  const { env, opened } = browser()
  const { screen } = await open({ env })
  await screen.until('待审核 0 篇')
  screen.press('3')
  await screen.until('已发布 1 篇')
  screen.press('o')
  await screen.until('已在浏览器中打开')
  await expect.poll(opened).toBe(`${wire.url}/api/article/webView?articleID=${id}`)
  const page = await fetch(opened())
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('县政协召开常委会（1）')])
})

test('any other opens in the console', async () => {
  const [id] = await articles(1)
  const { env, opened } = browser()
  const { screen } = await open({ env })
  await screen.until('待审核 1 篇')
  screen.press('o')
  await expect.poll(opened).toBe(`${wire.url}/web/main/article/essay/${id}`)
})

test('where there is no browser the address is shown', async () => {
  const [id] = await articles(1)
  const { screen } = await open()
  await screen.until('待审核 1 篇')
  screen.press('o')
  await screen.until(`这里没有浏览器，地址是 ${wire.url}/web/main/article/essay/${id}`)
})
