import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { adminOf, startProcess } from '../support/process.ts'

const count = 4000

/** Puts published articles into the database of a server that does not run. */
function fill(data: string, columnId: string): void {
  const db = new DatabaseSync(join(data, 'xzx.db'))
  db.exec(`insert into article ("columnId", title, content, status, hits, "createdBy", "createdAt", "updatedBy", "updatedAt", "publishTime", version, demo)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    select ${columnId}, '提案 ' || i, '<p>' || replace(hex(zeroblob(600)), '00', '委员') || '</p>', 2, 0, 1, i, 1, i, i, 1, 0 from n`)
  db.close()
}

test('kill -9 while the index is made anew: the one of before answers at once, nothing half is left, and it is made anew then', {
  timeout: 120_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-index-'))
  const first = await startProcess(data)
  const saved = await (await adminOf(first.url))(
    '/column/save?columnType=1&columnTitle=x&categoryTitle=%E6%B5%8B%E8%AF%95',
  )
  await first.end('SIGTERM')
  fill(data, saved.value.categoryId)

  const found = async (url: string) => {
    const reply = await fetch(`${url}/api/article/queryEsArticle?keyword=%E6%8F%90%E6%A1%88&pageNumber=1&pageSize=10`)
    return (await reply.json()).value as { total: number; whole: boolean }
  }
  const foundWhole = async (url: string) => {
    const { total, whole } = await found(url)
    return whole ? total : null
  }
  const left = () => readdirSync(data).filter((name) => name.includes('.making'))
  const begun = await startProcess(data)
  await expect.poll(() => foundWhole(begun.url), { timeout: 60_000 }).toBe(count)
  const post = await adminOf(begun.url)
  const cut = post('/x/search/rebuild').catch(() => null)
  const at = async () => (await post('/x/search/job')).value?.finished ?? 0
  await expect.poll(at, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0)
  // all that was in it is found at once, whatever else is still being looked at
  expect((await found(begun.url)).total).toBe(count)
  expect(left()).not.toEqual([])
  await begun.end('SIGKILL')
  await cut

  const again = await startProcess(data)
  expect(left()).toEqual([])
  expect(await foundWhole(again.url)).toBe(count)
  const admin = await adminOf(again.url)
  expect((await admin('/x/search/rebuild')).value.jobId).toBeTruthy()
  const state = async () => (await admin('/x/search/job')).value.state
  await expect.poll(state, { timeout: 60_000 }).toBe('done')
  expect(await foundWhole(again.url)).toBe(count)
  expect(left()).toEqual([])
  await again.end('SIGTERM')
  rmSync(data, { recursive: true })
})
