import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killUnderLoad } from '../support/kills.ts'
import { adminOf, startProcess } from '../support/process.ts'

// `npm run bench -- kills` does the same 200 times
test('kill -9 under load loses no acknowledged write', { timeout: 120_000 }, async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-kill-'))
  const report = await killUnderLoad(data, 5, (kill) => 7 + kill * 13)
  expect(report).toMatchObject({ lost: 0, doubled: 0, integrity: 'ok', chain: true })
  expect(report.acknowledged).toBeGreaterThan(5 * 7)
  rmSync(data, { recursive: true, force: true })
})

test('SIGTERM finishes the requests in flight and ends with 0', async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-term-'))
  const server = await startProcess(data)
  const post = await adminOf(server.url)
  const { value: column } = await post('/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')
  const saves = Array.from({ length: 20 }, (_, i) =>
    post('/api/article/save/admin', { columnId: column.categoryId, title: `第 ${i} 篇`, content: '<p>正文</p>' }).then(
      (reply) => reply.errorCode,
      () => 'cut',
    ),
  )
  await saves[0]
  expect(await server.end('SIGTERM')).toBe(0)
  const ends = await Promise.all(saves)
  const done = ends.filter((code) => code === '0').length
  const again = await startProcess(data)
  const list = await (await adminOf(again.url))('/api/article/list', {})
  expect(list.value.total).toBe(done)
  await again.end('SIGTERM')
  rmSync(data, { recursive: true, force: true })
})

test('of three servers that start at once on an empty folder one fills it and serves, the others say who has it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-three-'))
  const begun = await Promise.allSettled([startProcess(data), startProcess(data), startProcess(data)])
  const [server, ...more] = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(more).toEqual([])
  for (const one of begun)
    if (one.status === 'rejected') expect(String(one.reason)).toContain('数据目录正由另一个服务使用')
  expect((await (await adminOf(server?.url ?? ''))('/log/list')).value.total).toBeGreaterThan(0)
  expect(await server?.end('SIGTERM')).toBe(0)
  rmSync(data, { recursive: true, force: true })
})
