import { expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { makeColumn, type Person } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer()
const columnId = await makeColumn(server, '政策解读')
const admin = await server.person({ roles: ['admin'] })
const writer = await server.person({ roles: ['staff'], columns: [columnId] })
const auditors = await Promise.all(['甲', '乙', '丙'].map((name) => server.person({ roles: ['auditor'], name })))
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })
const as = (person: Person | undefined) => ({ env: { XZX_TOKEN: (person as Person).token } })

test('three persons pass articles one after the other, each what waits for their step', async () => {
  const set = await home.xzx(['column', 'edit', String(columnId), '--three-reviews', '三审三校', '--yes'])
  expect(set.code, set.err).toBe(0)
  const [one, two] = (await makeArticles(server, 2, { columnId, status: 1, by: writer.userId })) as [string, string]
  const [a, b, c] = auditors
  expect((await home.xzx(['article', 'accept', one, two, '--yes'], as(a))).code).toBe(0)
  const early = await home.xzx(['article', 'approve', one, '--yes'], as(c))
  expect([early.code, early.out + early.err]).toEqual([expect.any(Number), expect.stringContaining('还没有复审')])
  const waits = await home.xzx(['audit', '--json'], as(b))
  expect(waits.json().piles.find((one: { pile: string }) => one.pile === 'article.toRecheck')).toMatchObject({
    count: 2,
  })
  const dry = await home.xzx(['article', 'recheck', '--column', '政策解读', '--all', '--dry-run'], as(b))
  expect(dry.code, dry.err).toBe(0)
  const own = await home.xzx(['article', 'recheck', one, '--yes'], as(a))
  expect(own.out + own.err).toContain('初审人不能再作复审')
  expect((await home.xzx(['article', 'recheck', one, '--yes'], as(b))).code).toBe(0)
  // of all that wait for their publication only what was looked at twice
  const passed = await home.xzx(['article', 'approve', '--column', '政策解读', '--all', '--yes'], as(c))
  expect(passed.code, passed.err).toBe(0)
  const status = async (articleId: string) => (await admin.call('article.view', { articleId })).value.status
  expect([await status(one), await status(two)]).toEqual([2, 0])
})
