import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'undici'
import { expect, test } from 'vitest'
import { putCaptchas, solution } from '../support/captchas.ts'
import { startProcess } from '../support/process.ts'

const visitors = 12
const lettersEach = 3
const kills = 4

/** The captchas of one round. */
function* captchas(round: number): Generator<string> {
  for (let i = 0; i < visitors; i += 1) for (let n = 0; n < lettersEach; n += 1) yield `r${round}-${i}-${n}`
}

interface Sent {
  readonly key: string
  readonly code: string | null
}

/** Visitors write, each from an address of their own; what is not answered has no code. */
async function write(url: string, round: number, told: (sent: Sent) => void): Promise<void> {
  await Promise.all(
    Array.from({ length: visitors }, async (_, i) => {
      const client = new Client(url, { localAddress: `127.0.1.${i + 1}` })
      for (let n = 0; n < lettersEach; n += 1) {
        const key = `letter-${i}-${n}`
        const letter = {
          ...{ title: `第 ${i} 人第 ${n} 封`, type: 1, content: '路灯不亮', name: '周小雨', openFlag: 0 },
          ...{ phone: `139${String(i).padStart(8, '0')}`, codeId: `r${round}-${i}-${n}`, verifyCode: solution },
        }
        const headers = { 'content-type': 'application/json', 'x-request-key': key }
        const code = await client
          .request({ path: '/web/mail/add', method: 'POST', headers, body: JSON.stringify(letter) })
          .then(async ({ body }) => ((await body.json()) as { value: { code?: string } | null }).value?.code ?? null)
          .catch(() => null)
        told({ key, code })
      }
      await client.destroy()
    }),
  )
}

test('kill -9 while citizens write: who sends again under the same key gets the same code, and no letter is there twice', {
  timeout: 180_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'xzx-letters-'))
  const codes = new Map<string, string>()
  const others: string[] = []
  let cut = 0
  for (let round = 0; round <= kills; round += 1) {
    const server = await startProcess(data)
    putCaptchas(data, captchas(round))
    let answered = 0
    const ends = Promise.withResolvers<void>()
    const writing = write(server.url, round, ({ key, code }) => {
      answered += 1
      if (code === null) cut += 1
      else if (codes.has(key) && codes.get(key) !== code) others.push(key)
      else codes.set(key, code)
      if (answered === 3 + round * 5) ends.resolve()
    })
    // the last one is left to finish
    if (round < kills) await ends.promise.then(() => server.end('SIGKILL'))
    await writing
    if (round === kills) await server.end('SIGTERM')
  }
  expect(others).toEqual([])
  expect(cut).toBeGreaterThan(0)
  expect(codes.size).toBe(visitors * lettersEach)
  expect(new Set(codes.values()).size).toBe(codes.size)
  const db = new DatabaseSync(join(data, 'xzx.db'), { readOnly: true })
  expect(db.prepare('select count(*) as n from mail').get()?.n).toBe(codes.size)
  db.close()
  rmSync(data, { recursive: true, force: true })
})
