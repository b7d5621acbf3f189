import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoArticles } from '../../server/demo/generate.ts'
import { type CliHome, cliHome } from '../support/cli.ts'

const entry = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
/** These databases live for one test. */
const passwords = { admin: 'Test-only-7431', demo: 'Demo-only-8642' }

let data: string
let child: ChildProcess
let url: string
let home: CliHome

/** `xzx serve --demo` as a process of its own, on a free port. */
async function serve(): Promise<string> {
  child = spawn(process.execPath, [entry, 'serve', '--demo', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, XZX_ADMIN_PASSWORD: passwords.admin, XZX_DEMO_PASSWORD: passwords.demo },
  })
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += String(chunk)
      const found = /已启动：(http:\S+)/.exec(said)
      if (found) resolve(found[1] as string)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'xzx-journey-'))
  url = await serve()
  home = cliHome({ env: { XZX_SERVER: url } })
  for (const user of ['admin', 'shenhe', 'fushen']) {
    const stdin = user === 'admin' ? passwords.admin : passwords.demo
    const ran = await home.xzx(`auth login --user ${user} --password-stdin --profile ${user}`, { stdin })
    expect(ran.code, ran.err).toBe(0)
  }
})
afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  home.remove()
  rmSync(data, { recursive: true, force: true })
})

/** A command line as one of the three. */
const as = (who: 'admin' | 'shenhe' | 'fushen', line: string, stdin?: string) =>
  home.xzx(`${line} --profile ${who}`, stdin === undefined ? {} : { stdin })

async function countOf(status: string): Promise<number> {
  return Number((await as('admin', `article list --status ${status} --format count`)).out)
}

interface Imported {
  readonly row: number
  readonly status: string
  readonly articleId: string
  readonly title: string
}

const reportOf = (name: string): Imported[] =>
  readFileSync(join(home.dir, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Imported)

const escaped = (title: string) =>
  title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Imports a file, takes all of it through audit to the site, and finds it there, in a sheet and in the log. */
async function story(file: string, rows: number): Promise<Imported[]> {
  const waiting = await countOf('待审核')
  const imported = await as('admin', `article import ${file} --report report.jsonl --json`)
  expect([imported.code, imported.json()], imported.err).toMatchObject([0, { saved: rows, skipped: 0, failed: [] }])
  expect(await countOf('待审核')).toBe(waiting + rows)
  const report = reportOf('report.jsonl')
  const ids = report.map((one) => one.articleId).join('\n')

  const accepted = await as('shenhe', 'article accept --ids - --yes --format ids', ids)
  expect([accepted.code, accepted.out.trim().split('\n').length]).toEqual([0, rows])
  const approved = await as('fushen', 'article approve --ids - --yes --json', accepted.out)
  expect([approved.code, approved.json().done.length, approved.json().failed]).toEqual([0, rows, []])

  const generated = await as('fushen', 'generate all --wait --wait-lock 60s --json')
  expect([generated.code, generated.json().state, generated.json().failedCount]).toEqual([0, 'done', 0])
  for (const { articleId, title } of [report[0], report.at(-1)] as Imported[]) {
    const page = await fetch(`${url}/site/a/${Math.floor(Number(articleId) / 1000)}/${articleId}.html`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(escaped(title))
  }

  const log = await as('admin', 'log list --user fushen --call article.approve --all --format ndjson')
  const targets = new Set(
    log.out
      .trim()
      .split('\n')
      .flatMap((line) => (JSON.parse(line) as { targetIds: string[] }).targetIds),
  )
  expect(report.every((one) => targets.has(one.articleId))).toBe(true)
  return report
}

describe('from a file to the site, from the terminal', () => {
  test('generated articles: imported, audited by two people, online, exported, in the log; a second import adds nothing', async () => {
    const rows = [...demoArticles(200)]
    writeFileSync(join(home.dir, 'demo.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const report = await story('demo.jsonl', 200)

    const kept = JSON.parse((await as('admin', `article get ${report[0]?.articleId} --json`)).out)
    expect(kept.status).toBe(2)
    expect([kept.submittedByName, kept.acceptedByName, kept.approvedByName]).toEqual(['系统管理员', '林知远', '沈若谷'])

    const exported = await as('admin', 'article export --out 文章-{date}.xlsx --status 已发布')
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(exported.out.trim())
    expect([exported.code, book.worksheets[0]?.rowCount]).toEqual([0, 1 + (await countOf('已发布'))])

    const again = await as('admin', 'article import demo.jsonl --json')
    expect([again.code, again.json()]).toEqual([0, { saved: 0, skipped: 200, failed: [] }])
    expect(JSON.parse((await as('admin', 'log verify --json')).out).whole).toBe(true)
  }, 120_000)

  const samples = process.env.XZX_SAMPLES ? join(process.env.XZX_SAMPLES, 'articles.jsonl') : ''
  test.runIf(samples !== '' && existsSync(samples))(
    'real articles: every row, whatever its title, length and missing date; rows with an address stand once',
    async () => {
      const rows = readFileSync(samples, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { title: string; url?: string })
      const report = await story(samples, rows.length)
      expect(new Set(report.map((one) => one.articleId)).size).toBe(rows.length)
      expect(new Set(rows.map((row) => row.title)).size).toBeLessThan(rows.length)
      const addressed = `${home.dir}/addressed.jsonl`
      const withUrl = rows.filter((row) => row.url)
      writeFileSync(addressed, withUrl.map((row) => `${JSON.stringify(row)}\n`).join(''))
      const again = await as('admin', `article import ${addressed} --json`)
      // two fields of that file say nothing of an article
      const unused = ['set', 'year']
      expect([again.code, again.json()]).toEqual([0, { saved: 0, skipped: withUrl.length, failed: [], unused }])
    },
    180_000,
  )
})
