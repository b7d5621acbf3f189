import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminOf, type ServerProcess, startProcess } from '../support/process.ts'

const data = mkdtempSync(join(tmpdir(), 'xzx-export-built-'))
let server: ServerProcess
let post: Awaited<ReturnType<typeof adminOf>>
beforeAll(async () => {
  server = await startProcess(data, { built: true })
  post = await adminOf(server.url)
})
afterAll(async () => {
  await server?.end('SIGTERM')
  rmSync(data, { recursive: true, force: true })
})

test.each(['user', 'article', 'forum', 'interWorking', 'reminder', 'voice', 'log'])(
  'the program as it is shipped exports in a thread of its own: %s',
  async (source) => {
    const begun = await post('/x/exportTask/start', { source, format: 'csv' })
    const state = async () => (await post('/x/exportTask/get', { id: begun.value.id })).value
    await expect.poll(async () => (await state()).state, { timeout: 30_000 }).not.toBe('running')
    expect(await state()).toMatchObject({ state: 'done', ready: 1 })
  },
)
