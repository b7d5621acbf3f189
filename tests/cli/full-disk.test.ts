import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { value } from '../support/backend.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'

const entry = join(import.meta.dirname, '../../cli/main.ts')
const backend = await sharedBackend()
const { dir } = sharedHome({})

// else the signal would end the process before the write fails
const deaf = "data:text/javascript,process.on('SIGXFSZ',()=>undefined)"

/** A command whose files may have so many blocks of 512 bytes: the next byte is refused as by a full disk. */
async function within(blocks: number, line: string, to = '/dev/null') {
  const env = { ...process.env, XZX_CONFIG_DIR: dir, XZX_STATE_DIR: dir, XZX_SERVER: backend.url, XZX_TOKEN: 't' }
  const script = `cd "$3"; ulimit -f ${blocks}; exec "$0" --import "$1" "$2" ${line} >${to}`
  const words = ['-c', script, process.execPath, deaf, entry, dir]
  const child = spawn('sh', words, { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  const said = { err: '', out: '' }
  child.stdio[2]?.on('data', (chunk) => {
    said.err += chunk
  })
  child.stdio[3]?.on('data', (chunk) => {
    said.out += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number, ...said }
}

/** Titles that no packing makes small. */
function* noise(): Generator<string, never> {
  for (let n = 1; ; ) {
    let title = ''
    for (let i = 0; i < 200; i++) {
      n = (n * 48271) % 0x7fffffff
      title += String.fromCharCode(0x4e00 + (n % 20_000))
    }
    yield title
  }
}
const titles = noise()

const pages = ({ body }: { body: { afterId?: string } }) => {
  const from = Number(body?.afterId ?? 1000)
  const list = Array.from({ length: Math.min(200, from) }, (_, i) => ({
    articleId: `${from - i - 1}`,
    title: titles.next().value,
  }))
  return value({ list, total: 1000, pageSize: 200 })
}

describe.skipIf(process.platform === 'win32')('a disk that is full', () => {
  test.for(['article list --all --json', '--help', 'article --help'])('under stdout: %s', async (line) => {
    backend.answer = pages
    const { code, err } = await within(1, line, 'out.txt')
    expect([code, err]).toEqual([5, expect.stringContaining('标准输出：超出允许的文件大小')])
    expect(err).not.toMatch(/^\s+at /m)
  })

  test.for(['a.xlsx', 'a.csv'])('under an export: the file is named, nothing is left behind (%s)', async (name) => {
    backend.answer = pages
    const { code, err } = await within(64, `article export -q --out ${name}`)
    expect([code, err]).toEqual([5, `错误：${join(dir, name)}：超出允许的文件大小（5）\n`])
    expect(readdirSync(dir).filter((file) => file.startsWith(name))).toEqual([])
  })

  test('under --failed-to: what was done is told all the same', async () => {
    backend.answer = ({ path }) =>
      path.endsWith('/accept')
        ? value({ done: ['1'], failed: [{ id: '2', errorCode: 'BAD_STATE', errorMsg: '状态不对' }] })
        : value({ list: [], total: 0 })
    const { code, err, out } = await within(0, 'article accept 1 2 --yes --failed-to f.txt', '&3')
    expect(code).toBe(5)
    expect(out).toContain('2\t失败\tBAD_STATE\t状态不对')
    expect(err).toContain('成功 1 项，失败 1 项')
    expect(err).toContain(`${join(dir, 'f.txt')}：超出允许的文件大小（5）`)
  })

  test('under the report of an import: how far it came is told', async () => {
    let saved = 0
    backend.answer = ({ path }) =>
      value(
        path.endsWith('/save/admin') ? { articleId: String(++saved) } : path.endsWith('/tree') ? [] : { columnId: 1 },
      )
    const rows = Array.from({ length: 60 }, (_, i) => `${JSON.stringify({ title: `第${i}篇`, content: '内容' })}\n`)
    writeFileSync(join(dir, 'in.jsonl'), rows.join(''))
    const { code, err } = await within(2, 'article import in.jsonl --report r.jsonl -q')
    expect(code).toBe(5)
    expect(err).toMatch(/新增 \d+ 篇，已有 0 篇（未重复导入），失败 0 行，.*其余没有导入/)
    expect(err).toContain(`${join(dir, 'r.jsonl')}：超出允许的文件大小（5）`)
    // what was done until then is known
    expect(readFileSync(join(dir, 'r.jsonl'), 'utf8')).toMatch(/^{"row":\d+,"status":"saved"/)
  })

  test.for([
    ['user import people.csv -y --out pw.csv', '/user/import'],
    ['user reset-pwd --ids @ids -y --out pw.csv', '/resetPwd'],
  ])('that has room for the beginning of the passwords only: nobody gets one (%s)', async ([line = '', call = '']) => {
    const numbers = Array.from({ length: 60 }, (_, i) => i + 100)
    writeFileSync(join(dir, 'people.csv'), `账号,姓名\n${numbers.map((n) => `someone${n},某人${n}`).join('\n')}\n`)
    writeFileSync(join(dir, 'ids'), numbers.join('\n'))
    const asked: string[] = []
    backend.answer = ({ path }) => {
      if (!path.startsWith('/x/dry-run/')) asked.push(path)
      return value({ added: 0, users: [], list: [], total: 0 })
    }
    const { code, err } = await within(8, line)
    expect([code, err]).toEqual([5, expect.stringContaining(`${join(dir, 'pw.csv')}：超出允许的文件大小（5）`)])
    expect(asked.filter((path) => path.includes(call))).toEqual([])
    expect(readdirSync(dir).filter((file) => file.startsWith('pw'))).toEqual([])
  })

  test('under --log: said once, and the work goes on', async () => {
    backend.answer = pages
    const { code, err } = await within(2, 'article list --all --format ids --log l.txt')
    expect([code, err]).toEqual([0, `注意：${join(dir, 'l.txt')}：超出允许的文件大小，以后的运行记录没有写入\n`])
    expect(readFileSync(join(dir, 'l.txt'), 'utf8')).toContain('"event":"start"')
  })
})
