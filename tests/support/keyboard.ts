import type { Locator, Page } from 'playwright-core'

/** Presses Tab until the focus is there; names what it passed by when it does not come there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 200): Promise<void> {
  const passed: string[] = []
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key)
    if (await isFocused(target)) return
    passed.push(await focused(page))
  }
  throw new Error(`${key} 没有到达 ${target}，经过：${passed.join(' | ')}`)
}

const isFocused = async (target: Locator) =>
  (await target.count()) > 0 && target.first().evaluate((element) => element === document.activeElement)

/** Waits until a question's button of these words has the focus: a key that comes earlier goes to another one. */
export const questionFocused = (page: Page, words: RegExp) =>
  page.waitForFunction((source) => {
    const at = document.activeElement
    return at?.closest('[role=dialog]') && new RegExp(source).test(at.textContent ?? '')
  }, words.source)

/** What has the focus, in words. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    const words = at?.getAttribute('aria-label') ?? at?.textContent?.trim().slice(0, 30)
    return at === document.body ? '' : `${at?.localName} ${words}`
  })

/**
 * Walks over a page by Tab alone, to its end.
 * @returns the stops where the focus is not to be seen, and a word where it never came to the end
 */
export async function walk(page: Page, most = 200): Promise<string[]> {
  await page.evaluate(begin)
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(step)) return page.evaluate(judge)
  }
  return [...(await page.evaluate(judge)), `${most} 次 Tab 没有走完`]
}

/** In the page: the stops with their looks while they had the focus, and how looks are taken. */
interface Walk {
  readonly stops: { at: Element; says: string; around: Element[]; looks: string; inSight: boolean }[]
  looks(around: readonly Element[]): string
}

function begin(): void {
  const looks = (around: readonly Element[]) => {
    for (const animation of document.getAnimations()) animation.finish()
    return around
      .map((element) => {
        const { outline, boxShadow, borderColor, top, backgroundColor } = getComputedStyle(element)
        return [outline, boxShadow, borderColor, top, backgroundColor].join()
      })
      .join('\n')
  }
  Object.assign(window, { walk: { stops: [], looks } satisfies Walk })
}

/** Notes where the focus is. @returns true at the end of the page */
function step(): boolean {
  const { stops, looks } = (window as unknown as { walk: Walk }).walk
  const at = document.activeElement
  if (!at || at === document.body) return true
  // a date has several stops within
  if (at === stops.at(-1)?.at) return false
  const above: Element[] = []
  for (let up = at.parentElement; up && up !== document.body; up = up.parentElement) above.push(up)
  const around = [at, ...at.querySelectorAll('*'), ...(at.parentElement?.children ?? []), ...above.slice(0, 5)]
  const box = at.getBoundingClientRect()
  stops.push({
    at,
    says: `${at.localName} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 30)}`,
    around,
    looks: looks(around),
    inSight: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  })
  return false
}

/** Now that the focus is elsewhere: something about each stop has to look different. A frame draws its own focus. */
function judge(): string[] {
  const { stops, looks } = (window as unknown as { walk: Walk }).walk
  return [
    ...stops.filter(({ inSight }) => !inSight).map(({ says }) => `${says}：不在可见范围内`),
    ...stops
      .filter((stop) => stop.at.localName !== 'iframe' && looks(stop.around) === stop.looks)
      .map(({ says }) => `${says}：看不出焦点`),
  ]
}
