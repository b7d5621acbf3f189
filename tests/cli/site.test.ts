import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { lookForDeadLinks } from '../../server/areas/article/dead-links-kept.ts'
import { anArticle, makeColumn } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer('revision', 'article', 'touched', 'job', 'offSite', 'deadLink')
const column = await makeColumn(server, '通知公告')
const admin = await server.person({ roles: ['admin'], name: '周明川' })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })

const taken = async (title: string): Promise<string> => {
  const { articleId } = (await admin.call('article.saveRole', anArticle(column, { title }))).value
  for (const call of ['accept', 'approve', 'takeDown'])
    await admin.call(`article.${call}`, { items: [{ articleId, reason: '内容有误' }] })
  await server.parts.site.idle()
  return articleId
}

test('says what is gone and what is left, by its exit code too', async () => {
  const id = await taken('下架的通知')
  const gone = await home.xzx(`site verify ${id} --json`)
  expect([gone.code, gone.json().list?.[0] ?? gone.json()[0]], gone.err).toMatchObject([0, { articleId: id, state: 1 }])
  expect(await home.xzx('site verify -q')).toMatchObject({ code: 0, out: '', err: '' })
  const file = join(server.parts.site.site.folder, `a/0/${id}.html`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '<p>旧页</p>')
  const left = await home.xzx('site verify -q')
  expect(left.code).toBe(1)
  expect(left.err).toContain(`文章 ${id}《下架的通知》网页：a/0/${id}.html`)
  expect(left.err).toContain('1 篇还有残留或未能全部核实')
  rmSync(file)
  expect((await home.xzx(`site verify ${id}`)).code).toBe(0)
  const never = await home.xzx('site verify 99999')
  expect([never.code, never.err]).toEqual([1, expect.stringContaining('99999')])
})

test('lists the links that lead nowhere, of the last night or of articles as they stand', async () => {
  const gone = await taken('被链接的通知')
  const content = `<p><a href="/site/a/0/${gone}.html">见通知</a></p>`
  const { articleId } = (await admin.call('article.saveRole', anArticle(column, { title: '有链接的', content }))).value
  for (const call of ['accept', 'approve']) await admin.call(`article.${call}`, { items: [{ articleId }] })
  const now = await home.xzx(`site links ${articleId} --json`)
  expect([now.code, now.out], now.err).toEqual([1, expect.stringContaining('文章不在网站上')])
  const before = await home.xzx('site links')
  expect([before.code, before.err]).toEqual([0, expect.stringContaining('还没有检查过')])
  await lookForDeadLinks(server.parts, { stopped: () => false, progress: () => {} })
  const night = await home.xzx('site links')
  expect([night.code, night.out]).toEqual([1, expect.stringContaining('有链接的')])
  expect(night.err).toContain('1 个链接失效')
})
