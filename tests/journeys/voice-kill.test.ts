import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { adminOf, startProcess } from '../support/process.ts'

/** The engines that a server has begun: processes below it. */
const enginesOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
const runs = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test.skipIf(process.platform !== 'linux')(
  'kill -9 while an article is read aloud leaves no half file, no engine, and an article that is read anew',
  { timeout: 120_000 },
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'xzx-voice-kill-'))
    const kept = () => readdirSync(join(data, 'attachments'))
    const server = await startProcess(data)
    const post = await adminOf(server.url)
    const { categoryId: columnId } = (await post('/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')).value
    const content = `<p>${'县政协召开专题协商会，围绕农村饮用水安全建言献策。'.repeat(400)}</p>`
    const saved = await post('/api/article/save/admin', { columnId, title: '长文', content, status: 1 })
    const { articleId } = saved.value
    const asked = post('/articleVoice/synthesis', { articleId }).catch(() => null)
    const found = await vi.waitFor(
      async () => {
        const { value } = await post('/x/voice/get', { id: articleId })
        expect(value).toMatchObject({ voiceState: 0 })
        expect(value.finished).toBeGreaterThan(0)
        const engines = enginesOf(server.child.pid as number)
        expect(engines.length).toBeGreaterThan(0)
        return engines
      },
      { timeout: 60_000, interval: 20 },
    )
    await server.end('SIGKILL')
    await asked
    expect(kept().filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
    await vi.waitFor(() => expect(found.filter(runs)).toEqual([]), { timeout: 20_000, interval: 50 })

    const again = await startProcess(data)
    expect(kept()).toEqual([])
    const repost = await adminOf(again.url)
    await repost('/api/article/update', { articleId, content: '<p>短文。</p>' })
    // a job of the process that is gone stands in nobody's way
    const made = await repost('/articleVoice/synthesis', { articleId })
    expect(made).toMatchObject({ errorCode: '0', value: { voiceState: 1 } })
    expect(kept()).toHaveLength(1)
    expect(await again.end('SIGTERM')).toBe(0)
    rmSync(data, { recursive: true, force: true })
  },
)
