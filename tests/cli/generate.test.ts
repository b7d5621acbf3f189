import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openContext } from '../../cli/context.ts'
import { Interrupted } from '../../cli/errors.ts'
import { withLock } from '../../cli/lock.ts'
import { makeArticles } from '../support/articles.ts'
import { refused, value } from '../support/backend.ts'
import { type CliHome, cliHome, memoryIo } from '../support/cli.ts'
import { makeColumn } from '../support/server.ts'
import { sharedBackend, sharedHome, wiredServer } from '../support/set-up.ts'

const receipt = { expected: 10, written: 9, unchanged: 0, removed: 0, failed: [], failedCount: 0, ms: 5 }
const job = (state: string, more: object = {}) => ({
  jobId: '7',
  scope: '全站',
  state,
  total: 10,
  finished: 4,
  byName: '林知远',
  startedAt: '2026-11-21 09:05:00',
  endedAt: null,
  receipt: null,
  ...more,
})

const { server } = await wiredServer()
const columnId = await makeColumn(server, '政协要闻')
const auditor = await server.person({ roles: ['auditor'] })
await makeArticles(server, 5, { columnId, status: 2, by: auditor.userId })
const backend = await sharedBackend()

describe('on a real server', () => {
  const home = sharedHome({ XZX_SERVER: server.url, XZX_TOKEN: auditor.token })
  const page = (path: string) => existsSync(join(server.parts.dataDir, 'site', path))

  test('everything, a column, articles, the index: each with its receipt', async () => {
    const all = await home.xzx('generate all --wait --json')
    expect(all.code).toBe(0)
    expect(all.json()).toMatchObject({ state: 'done', failedCount: 0, expected: expect.any(Number) })
    expect(page('index.html')).toBe(true)
    for (const line of [
      'column 政协要闻',
      'article --since 2026-11-01',
      'article --column 政协要闻',
      'index',
      'column',
    ]) {
      const ran = await home.xzx(`generate ${line}`)
      expect([ran.code, ran.out.includes('状态') || ran.out.includes('state')], line).toEqual([0, true])
      expect(ran.err).toContain('生成完成，共')
    }
    const later = await home.xzx('generate article --since 2026-12-01 --json')
    expect(later.json().expected).toBe(0)
  })

  test('--dry-run starts nothing; an unknown column is refused', async () => {
    expect((await home.xzx('generate all --dry-run')).err).toContain('将生成全站')
    expect((await home.xzx('generate column 没有这个栏目')).code).toBe(1)
  })

  test('another run: 75, unless --wait-lock outlasts it', async () => {
    const now = Date.now()
    const db = server.parts.db.write
    const { id } = await db
      .insertInto('job')
      .values({
        kind: 'generate',
        alone: 'generate',
        scope: '全站',
        state: 'running',
        // a process that lives: the embedded database's server ends the runs of those that don't
        holder: `${process.ppid}-another`,
        leaseUntil: now + 60_000,
        total: 0,
        finished: 0,
        byName: '沈若谷',
        startedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const busy = await home.xzx('generate index')
    expect([busy.code, busy.err.includes('沈若谷')]).toEqual([75, true])
    const waiting = home.xzx('generate index --wait-lock 30s')
    await db.updateTable('job').set({ state: 'done' }).where('id', '=', id).execute()
    expect((await waiting).code).toBe(0)
  })

  test('--log keeps one line per request and the summary last', async () => {
    rmSync(join(home.dir, 'run.jsonl'), { force: true })
    expect((await home.xzx('generate index --log run.jsonl')).code).toBe(0)
    const lines = readFileSync(join(home.dir, 'run.jsonl'), 'utf8').trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line))
    expect(entries.at(-1)).toMatchObject({ event: 'summary', exit: 0, level: 'info', state: 'done' })
    const request = entries.find((entry) => entry.event === 'request')
    expect(request).toMatchObject({ path: '/api/generate/generateIndex', status: 200, requestId: expect.any(String) })
    expect(lines.join('')).not.toContain(auditor.token)
  })
})

describe('on a back end that tells', () => {
  const home = sharedHome({ XZX_SERVER: backend.url, XZX_TOKEN: 't' })
  beforeEach(() => {
    backend.seen.length = 0
  })
  const start = '/x/generate/all'
  const paths = () => backend.seen.map((one) => one.path)

  test('--wait follows a long run to its end; without it the job is named', async () => {
    let asked = 0
    backend.answer = ({ path }) => {
      if (path === start) return value(job('running'))
      asked += 1
      return value(asked < 2 ? job('running', { finished: 8 }) : job('done', { receipt }))
    }
    const waited = await home.xzx('generate all --wait --json')
    expect([waited.code, waited.json().state, waited.json().written]).toEqual([0, 'done', 9])
    const left = await home.xzx('generate all')
    expect([left.code, left.out.includes('7')]).toEqual([0, true])
    expect(left.err).toContain('生成仍在进行')
  })

  test('pages that failed: exit 3, with page and reason', async () => {
    const failed = [{ page: 'a/0/1.html', reason: '模板出错' }]
    backend.answer = () => value({ ...job('failed'), ...receipt, failed, failedCount: 1 })
    const ran = await home.xzx('generate all', { tty: ['stdout'] })
    expect(ran.code).toBe(3)
    expect(ran.err).toContain('生成结束：成功 9 页，失败 1 页')
    expect(ran.err).toContain('a/0/1.html：模板出错')
    expect((await home.xzx('generate all -q')).err).toBe('a/0/1.html：模板出错\n')
    writeFileSync(join(home.dir, 'job.json'), JSON.stringify({ name: '夜间', steps: [{ run: 'generate all' }] }))
    const [step] = (await home.xzx('job run job.json --json')).json().list
    expect(step.failed).toEqual([{ id: 'a/0/1.html', errorCode: 'PAGE', errorMsg: '模板出错' }])
    expect((await home.xzx('generate all --json')).json().failed).toEqual(failed)
  })

  test('Ctrl+C with --wait cancels the run and waits for its end', async () => {
    const stop = new AbortController()
    let cancelled = false
    backend.answer = ({ path }) => {
      if (path === start) return value(job('running'))
      if (path === '/x/generate/cancel') {
        cancelled = true
        return value(job('running'))
      }
      stop.abort(new Interrupted('SIGINT'))
      return value(cancelled ? job('cancelled', { receipt }) : job('running'))
    }
    const ran = await home.xzx('generate all --wait --json', { signal: stop.signal })
    expect([ran.code, ran.json().state, ran.err.includes('已取消生成')]).toEqual([130, 'cancelled', true])
    expect(paths()).toContain('/x/generate/cancel')
  })

  test('a run that lost its server: exit 5; one that another person cancelled: exit 1; busy: 75', async () => {
    backend.answer = ({ path }) => value(path === start ? job('running') : job('lost'))
    expect((await home.xzx('generate all --wait')).code).toBe(5)
    backend.answer = () => value({ ...job('cancelled'), ...receipt })
    expect((await home.xzx('generate all')).code).toBe(1)
    backend.answer = () => refused('ALREADY_RUNNING', '已有生成任务在运行')
    expect((await home.xzx('generate all')).code).toBe(75)
  })

  test('success without a receipt is taken as such', async () => {
    backend.answer = () => value(null)
    expect((await home.xzx('generate index')).code).toBe(0)
  })
})

describe('the lock', () => {
  async function contextIn(home: CliHome, flags: object = {}) {
    const { io, err } = memoryIo({})
    const env = { XZX_CONFIG_DIR: join(home.dir, 'config'), XZX_STATE_DIR: join(home.dir, 'state'), HOME: home.dir }
    const signal = new AbortController().signal
    const world = { io, env, cwd: home.dir, now: Date.now, signal, version: '1' }
    return { ctx: await openContext(world, { color: true, pager: true, input: true, ...flags }, 'xzx test'), err }
  }

  test('is one per profile and task; the second run names the holder, or waits', async () => {
    const home = cliHome()
    await home.xzx('config set server http://127.0.0.1:9 --profile other')
    const { ctx } = await contextIn(home)
    const { ctx: patient } = await contextIn(home, { waitLock: '30s' })
    const { ctx: other } = await contextIn(home, { profile: 'other' })
    let waiting: Promise<string> | undefined
    await withLock(ctx, 'task', async () => {
      await expect(withLock(ctx, 'task', async () => 'no')).rejects.toMatchObject({
        exit: 75,
        why: expect.stringContaining(`进程 ${process.pid}`),
      })
      expect(await withLock(ctx, 'another task', async () => 'yes')).toBe('yes')
      expect(await withLock(other, 'task', async () => 'yes')).toBe('yes')
      waiting = withLock(patient, 'task', async () => 'after')
    })
    expect(await waiting).toBe('after')
    await expect(withLock(ctx, 'task', () => Promise.reject(new Error('fault')))).rejects.toThrow('fault')
    expect(await withLock(ctx, 'task', async () => 'free')).toBe('free')
    home.remove()
  })
})
