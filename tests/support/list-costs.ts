import type { Locator, Page } from 'playwright-core'

const settled = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )

/** Measures the processor's time of a page's main thread: scripts, styles, layout and painting, whatever else the machine does. */
async function stopwatch(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  return async (deed: () => Promise<unknown>): Promise<number> => {
    await settled(page)
    const before = await spent()
    await deed()
    await settled(page)
    return (await spent()) - before
  }
}

/** The least of several: a neighbour on the machine makes a deed dearer, never cheaper. */
async function least(count: number, one: (i: number) => Promise<number>): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < count; i += 1) all.push(await one(i))
  return Math.min(...all)
}

/** Of a deed that every second time undoes what it did: the least of each way, and of the two the dearer. */
async function leastOfBothWays(times: number, one: () => Promise<number>): Promise<number> {
  const ways: [number[], number[]] = [[], []]
  for (let i = 0; i < times; i += 1) for (const way of ways) way.push(await one())
  return Math.max(...ways.map((way) => Math.min(...way)))
}

/** A table of the browser's own, made, drawn and taken away: what so many cells cost at the least. The console takes no text for a table (Trusted Types). */
const plainTable = (page: Page, rows: number, columns: number) =>
  page.evaluate(
    ({ rows, columns }) => {
      const table = document.createElement('table')
      const parts = [
        { part: table.createTHead(), tag: 'th', count: 1 },
        { part: table.createTBody(), tag: 'td', count: rows },
      ]
      // no function of its own here: what bundles this file would give it a helper that the page lacks
      for (const { part, tag, count } of parts)
        for (let i = 0; i < count; i++) {
          const row = part.insertRow()
          for (let j = 0; j < columns; j++) row.append(document.createElement(tag))
          for (const cell of row.children) cell.textContent = '关于召开主席会议的通知'
        }
      document.body.append(table)
      table.getBoundingClientRect()
      table.remove()
    },
    { rows, columns },
  )

/**
 * What a list of articles that is open on this page costs its processor, in milliseconds: one row marked, the whole page marked,
 * one row onwards, a column hidden; beside `plain`, a bare table of as many cells.
 */
export async function listCosts(page: Page) {
  const measure = await stopwatch(page)
  const box = (name: string | RegExp) => page.getByRole('checkbox', { name })
  async function click(target: Locator) {
    // found beforehand: looking for it among two hundred costs too
    const found = await target.elementHandle()
    return measure(async () => found?.evaluate((one) => (one as HTMLElement).click()))
  }
  const rows = await box(/^选择《/).count()
  const plain = await least(5, () => measure(() => plainTable(page, rows, 8)))
  const one = await least(5, (i) => click(box(/^选择《/).nth(3 + 7 * i)))
  const all = await leastOfBothWays(4, () => click(box('选择本页')))
  const step = await least(5, () => measure(() => page.keyboard.press('j')))
  await page.getByRole('button', { name: '列设置' }).click()
  const hide = await leastOfBothWays(4, () => click(box('点击数')))
  return { plain, one, all, step, hide }
}
