import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { value } from '../support/backend.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'

const entry = join(import.meta.dirname, '../../cli/main.ts')
const launcher = join(import.meta.dirname, '../../bin/xzx.mjs')
const backend = await sharedBackend()
const { dir } = sharedHome({})

function start(args: readonly string[], file = entry) {
  const env = { ...process.env, XZX_CONFIG_DIR: dir, XZX_STATE_DIR: dir, XZX_SERVER: backend.url }
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return { child, said, ended: once(child, 'close').then(([code]) => ({ code: code as number, ...said })) }
}

/** An endless list, a page at a time. */
function endless(): void {
  backend.answer = ({ body }) => {
    const from = Number(body.afterId ?? 1e9)
    const list = Array.from({ length: 200 }, (_, i) => ({ articleId: String(from - i - 1), title: '甲'.repeat(200) }))
    return value({ list, total: 1e9, pageSize: 200 })
  }
}

describe('as a process', () => {
  test('the launcher hands arguments, output and exit code through', async () => {
    expect(await start(['--version'], launcher).ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
    expect(await start(['artcle'], launcher).ended).toMatchObject({ code: 2, out: '' })
  })

  test('a reader that closes the pipe ends it quietly', async () => {
    endless()
    const { child, ended } = start(['article', 'list', '--all', '--json'])
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  test('Ctrl+C while a call is in flight is answered within a second, a second one ends it', async () => {
    let asked: () => void = () => undefined
    const called = new Promise<void>((resolve) => {
      asked = resolve
    })
    backend.answer = () => {
      asked()
      return new Promise(() => {})
    }
    const { child, ended } = start(['article', 'accept', '101', '--yes'])
    await called
    const at = performance.now()
    child.kill('SIGINT')
    const [first] = await once(child.stderr, 'data')
    expect(String(first)).toContain('再按一次 Ctrl+C')
    expect(performance.now() - at).toBeLessThan(2000)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('1 项结果不明') })
  })

  test.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s stops it with %i', async ([signal, code]) => {
    endless()
    const { child, ended } = start(['article', 'list', '--all', '--format', 'ids'])
    await once(child.stdout, 'data')
    child.kill(signal)
    const { err, ...rest } = await ended
    expect(rest.code).toBe(code)
    expect(err).toContain(`（${code}）`)
    expect(err).not.toMatch(/^\s+at /m)
  })

  test('the end of a terminal stops it with 129; who has no terminal goes on', async ({ skip }) => {
    if (spawnSync('script', ['--version']).status !== 0) skip('没有 script')
    const pidFile = join(dir, 'pid')
    const command = `echo $$ > "${pidFile}"; exec "${process.execPath}" "${entry}" article list --all --format ids`
    const env = { ...process.env, XZX_CONFIG_DIR: dir, XZX_STATE_DIR: dir, XZX_SERVER: backend.url }
    endless()
    const { answer } = backend
    backend.answer = (seen, response, nth) => {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGHUP')
      backend.answer = answer
      return answer(seen, response, nth)
    }
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    let shown = ''
    terminal.stdout.on('data', (chunk) => {
      shown += chunk
    })
    expect([(await once(terminal, 'close'))[0], shown]).toEqual([
      129,
      expect.stringContaining('终端已关闭，已停止（129）'),
    ])

    endless()
    const { child, ended } = start(['article', 'list', '--all', '--format', 'ids'])
    await once(child.stdout, 'data')
    child.kill('SIGHUP')
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect((await ended).code).toBe(143)
  })

  test('in a folder that was removed: said in words', async () => {
    const script = 'mkdir "$2/gone" && cd "$2/gone" && rmdir "$2/gone" && exec "$0" "$1" article list'
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, entry, dir], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^错误：当前目录已不存在（2）\n建议：.*\n$/)])
  })

  test('a large output reaches a slow reader whole', async () => {
    backend.answer = () =>
      value({
        list: Array.from({ length: 10 }, (_, i) => ({ articleId: String(i), title: '甲'.repeat(50_000) })),
        total: 10,
      })
    const { out, code } = await start(['article', 'list', '--json']).ended
    expect(code).toBe(0)
    expect(JSON.parse(out).list).toHaveLength(10)
  })
})
