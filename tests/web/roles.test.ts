import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeContract } from '../../core/contract/areas.ts'
import { errorCodes } from '../../core/errors.ts'
import { adminRole } from '../../server/access/rights.ts'
import { pairsOf, roles } from '../../server/access/shipped.ts'
import { browserTests, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { allScreens } from '../support/screens.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'
import { officeScreens } from '../support/web-screens.ts'

/** The addresses of the specification under /web/main, by their folders. */
const addresses = {
  home: 'audit column dispatch staticData reportData thisArticleStatistics mail mailRealTime',
  article: 'column contentSearch essay static',
  interact:
    'LeaderMailbox problemExamine addProblem questAnswerList keywordList proposalAll proposalPrivate suggest apply',
  system:
    'getMenu department dataDict dataDictDetail role user template disUser templateEditor tempContent templateFile CustomModel ModelDetails siteSet hotWord sensitiveWord noticeSetting userOperationLogInfo',
} as const
const paths = Object.entries(addresses).flatMap(([folder, names]) =>
  names.split(' ').map((name) => `${folder}/${name}`),
)

/** How each is opened. */
const opened = paths.map((path) => {
  const found =
    allScreens.find(([at]) => at.split('?')[0] === `/main/${path}`) ??
    allScreens.find(([at]) => at.startsWith(`/main/${path}/`))
  return { path, at: found?.[0] ?? '' }
})

/** Goes to another address without loading the console anew. */
const walkTo = ({ page }: Desk, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/web${path}`)

browserTests('each address of the specification', () => {
  let server: TestServer
  let browser: Browser
  let held: Map<string, Set<string>>
  const people = new Map<string, Person>()

  beforeAll(async () => {
    server = await startServer()
    const column = await makeColumn(server)
    const deptId = await makeDept(server)
    held = new Map()
    for (const { role, key } of pairsOf(await wholeContract())) held.set(role, (held.get(role) ?? new Set()).add(key))
    for (const { alias } of roles) people.set(alias, await server.person({ roles: [alias], deptId, columns: [column] }))
    await people.get('staff')?.call('article.saveRole', anArticle(column))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('has a screen', () => {
    expect(opened.filter(({ at }) => at === '')).toEqual([])
  })

  describe.each(roles.filter(({ alias }) => alias !== adminRole).map(({ alias, name }) => [alias, name] as const))(
    'for the role %s (%s)',
    (alias) => {
      test('opens where its right is held, and says so where not', async () => {
        const desk: Desk = await sitDown(browser, server, people.get(alias) as Person)
        await desk.go('/main/home/desk')
        await desk.page.locator('main h1').first().waitFor()
        const wrong: string[] = []
        for (const { path, at } of opened) {
          const screen = officeScreens.find((one) => one.path === path || one.path.startsWith(`${path}/:`))
          const needs = [screen?.needs ?? []].flat()
          const may = needs.length === 0 || needs.some((key) => held.get(alias)?.has(key))
          await walkTo(desk, at)
          const main = desk.page.locator('main')
          await expect.poll(() => main.textContent()).not.toBe('')
          await expect.poll(() => main.locator('.loading').count()).toBe(0)
          const refused = (await main.getByText(errorCodes.NO_PERMISSION.says).count()) > 0
          if (refused !== !may && !screen?.instead) wrong.push(`${path}: ${refused ? 'refused' : 'opened'}`)
          if (may && (await main.getByRole('button', { name: '重试' }).count()) > 0) wrong.push(`${path}: failed`)
        }
        expect(wrong).toEqual([])
        expect(desk.faults).toEqual([])
        await desk.context.close()
      })
    },
  )
})
