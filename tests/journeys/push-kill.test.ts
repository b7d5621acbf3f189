import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { adminOf, type ServerProcess, startProcess } from '../support/process.ts'

const kinds = ['leader', 'org', 'common', 'policyDoc'] as const
interface Known {
  readonly key: string
  readonly secret: string
}

/** A partner whose four kinds go into one column. */
async function makePartner(url: string): Promise<Known> {
  const post = await adminOf(url)
  const { categoryId } = (await post('/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')).value
  const places = Object.fromEntries(kinds.map((kind) => [`${kind}ColumnId`, categoryId]))
  return (await post('/x/partner/add', { name: '县医保局', kinds: kinds.join(), ...places })).value
}

/** How its program pushes; null: no answer came. */
async function pusher(url: string, known: Known) {
  const send = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const reply = await fetch(`${url}/api/interWorking/article/${path}`, init)
    return (await reply.json()) as { errorCode: string; value: { token: string; articleId: string } }
  }
  const { token } = (await send('getInterWorkingToken', { key: known.key, secret: known.secret })).value
  return (kind: string, sourceId: string) =>
    send(`save/${kind}`, { sourceId, title: `${kind} ${sourceId}`, content: '<p>正文</p>' }, token).catch(() => null)
}

/** Pushes by four hands until so many were answered, and then the server is gone. */
async function pushUntilKilled(server: ServerProcess, known: Known, round: number, answered: Map<string, string>) {
  const push = await pusher(server.url, known)
  const enough = Promise.withResolvers<void>()
  let n = 0
  const hands = kinds.map(async (kind) => {
    for (let i = 0; ; i += 1) {
      const reply = await push(kind, `${round}-${i}`)
      if (reply === null) return
      if (reply.errorCode === '0') answered.set(`${kind} ${round}-${i}`, reply.value.articleId)
      n += 1
      if (n === 9 + round * 11) enough.resolve()
    }
  })
  await enough.promise
  await server.end('SIGKILL')
  await Promise.all(hands)
}

test('kill -9 while partners push leaves nothing half: an article for each row of the queue, and the same when it is pushed again', {
  timeout: 120_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-push-'))
  const answered = new Map<string, string>()
  let known: Known | null = null
  for (const round of [0, 1, 2]) {
    const server = await startProcess(data)
    known ??= await makePartner(server.url)
    await pushUntilKilled(server, known, round, answered)
  }
  const last = await startProcess(data)
  const push = await pusher(last.url, known as Known)
  for (const [title, articleId] of answered) {
    const [kind = '', sourceId = ''] = title.split(' ')
    expect((await push(kind, sourceId))?.value).toMatchObject({ articleId, unchanged: 1 })
  }
  const { value: chain } = await (await adminOf(last.url))('/x/log/check')
  expect(chain.whole).toBe(true)
  await last.end('SIGTERM')
  const db = new DatabaseSync(join(data, 'xzx.db'), { readOnly: true })
  const all = (sql: string) => db.prepare(sql).all() as { n: number }[]
  const rows = 'select count(*) as n from "interWorking"'
  const [{ n: queued } = { n: 0 }] = all(`${rows} where status = 0 and "articleId" is not null`)
  expect(queued).toBeGreaterThanOrEqual(answered.size)
  expect(all(`${rows} where status <> 0`)).toEqual([{ n: 0 }])
  expect(all(`${rows} join article on article.id = "articleId" and article.title = "interWorking".title`)).toEqual([
    { n: queued },
  ])
  expect(all('select count(*) as n from article')).toEqual([{ n: queued }])
  db.close()
  rmSync(data, { recursive: true, force: true })
})
