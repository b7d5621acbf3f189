import { expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { makeColumn } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer()
const columnId = await makeColumn(server, '规范性文件')
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })

test('documents are marked as repealed, listed by it, and their marks taken away', async () => {
  const [old, other, fresh] = (await makeArticles(server, 3, { columnId, status: 2, by: admin.userId })) as [
    string,
    string,
    string,
  ]
  const view = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const how = ['--state', '已废止', '--day', '2026-11-01', '--by', fresh, '--note', '新办法同日施行。']
  const dry = await home.xzx(['article', 'validity', old, other, ...how, '--dry-run'])
  expect(dry.code, dry.err).toBe(0)
  expect((await view(old)).validity).toBeNull()
  const unasked = await home.xzx(['article', 'validity', old, ...how])
  expect(unasked.err).toContain('将把 1 篇文章标注为「已废止」')
  expect((await view(old)).validity).toBeNull()
  const ran = await home.xzx(['article', 'validity', old, other, ...how, '--reason', '文件清理', '--yes'])
  expect(ran.code, ran.err).toBe(0)
  const listed = await home.xzx(['article', 'list', '--validity', '已废止', '--format', 'ids'])
  expect(listed.out.trim().split('\n').sort()).toEqual([old, other].sort())
  expect((await view(old)).validityMark).toMatchObject({ byId: fresh, note: '新办法同日施行。' })
  const back = await home.xzx(['article', 'validity', other, '--state', '取消标注', '--yes'])
  expect(back.code, back.err).toBe(0)
  expect((await view(other)).validity).toBeNull()
  const wrong = await home.xzx(['article', 'validity', old, '--state', '作废'])
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining('可用：取消标注、现行有效、已修改、已废止、已失效'),
  ])
})
