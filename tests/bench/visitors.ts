import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'undici'
import { putCaptchas, solution } from '../support/captchas.ts'
import { adminOf, type ServerProcess, startProcess } from '../support/process.ts'
import { quantile, settled, usageOf } from './measure.ts'

/**
 * Visitors of the site at once, each at an address of their own (127.0.1.1 and on), with every limit in force: they answer a survey, write
 * letters with attachments, suggestions and topics, read what others wrote and look up their codes, while the staff work. `npm run bench -- visitors`.
 */
const visitors = 200
const lastsMs = 30_000
/** What a list may take while they are there, of what it takes alone. */
const goal = 3
/** A visitor thinks for so long between two acts; 200 of them make some 100 requests a second. */
const thinkMs = 1500
/** More letters a phone may not write in a day. */
const lettersMost = 8
/** Topics that are read while others are written. */
const topicsShown = 60

interface Reply {
  readonly status: number
  readonly errorCode: string
  readonly value: {
    readonly code?: string
    readonly id?: string
    readonly pass?: string
    readonly list?: readonly { readonly id: string }[]
  } | null
}
interface Counted {
  readonly codes: string[]
  votes: number
  suggestions: number
  topics: number
  /** Pages of topics, and single ones, that were read, and how long that took. */
  readonly reads: number[]
  lookups: number
  attached: number
  /** What was refused, or failed, by its code. */
  readonly refused: Map<string, number>
  readonly times: number[]
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The captchas of all visitors, as many as they may need. */
function* captchas(): Generator<string> {
  for (let i = 0; i < visitors; i += 1) for (let n = 0; n <= 4 * lettersMost; n += 1) yield `v${i}-${n}`
}

/** One visitor's connection, from an address of their own. */
function visitorAt(url: string, i: number, counted: Counted) {
  const client = new Client(url, { localAddress: `127.0.1.${i + 1}` })
  const ask = async (path: string, headers: Record<string, string>, body: string | Buffer): Promise<Reply> => {
    const start = performance.now()
    const { statusCode, body: answer } = await client.request({ path, method: 'POST', headers, body })
    const reply = JSON.parse(await answer.text()) as Omit<Reply, 'status'>
    counted.times.push(performance.now() - start)
    if (statusCode >= 500 || reply.errorCode !== '0') {
      const what = `${statusCode} ${reply.errorCode}`
      counted.refused.set(what, (counted.refused.get(what) ?? 0) + 1)
    }
    return { ...reply, status: statusCode }
  }
  const json = (path: string, body: object, key = '') =>
    ask(path, { 'content-type': 'application/json', ...(key && { 'x-request-key': key }) }, JSON.stringify(body))
  const upload = () => {
    const edge = createHash('sha256').update(`${i}`).digest('hex')
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="现场.png"\r\ncontent-type: image/png\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${edge}--\r\n`)])
    return ask('/x/mail/upload', { 'content-type': `multipart/form-data; boundary=${edge}` }, body)
  }
  return { json, upload, close: () => client.close() }
}

/** A survey that runs. */
interface Running {
  readonly id: string
  readonly edition: number
  readonly questions: readonly { readonly id: string }[]
}

/** Begins a survey of one question. */
async function beginSurvey(post: Awaited<ReturnType<typeof adminOf>>): Promise<Running> {
  const questions = [{ type: 0, title: '您怎样出行？', options: ['自驾车', '公交车', '步行'] }]
  const { id } = (await post('/survey/add', { title: '出行问卷', questions })).value
  await post('/survey/examine', { ids: [id], status: 1 })
  await post('/survey/open', { ids: [id], status: 1 })
  return (await post('/survey/detail', { id })).value
}

/** Topics that visitors read: sent, passed and shown. */
async function showTopics(post: Awaited<ReturnType<typeof adminOf>>): Promise<void> {
  const writer = { name: '周小雨', phone: '13800000000', openFlag: 1 }
  const ids: string[] = []
  for (let n = 0; n < topicsShown; n += 1) {
    const topic = {
      title: `公开的话题 ${n}，电话 1391234${String(n).padStart(4, '0')}`,
      content: '多开一个窗口',
      ...writer,
    }
    ids.push((await post('/theme/add', topic)).value.id)
  }
  await post('/theme/examine', { ids, state: 1 })
  const { value } = await post('/x/theme/show', { ids, show: 1 })
  if (value.done.length !== topicsShown) throw new Error(`话题没有显示：${JSON.stringify(value.failed[0])}`)
}

/** A visitor answers the survey once, writes, looks up what became of it, and suggests something, again and again. */
async function visit(url: string, i: number, until: number, counted: Counted, survey: Running): Promise<void> {
  const { json, upload, close } = visitorAt(url, i, counted)
  const phone = `139${String(i).padStart(8, '0')}`
  const rest = () => new Promise((resolve) => setTimeout(resolve, thinkMs * (0.5 + ((i * 7919) % 100) / 100)))
  let captcha = 0
  const solved = () => ({ codeId: `v${i}-${captcha++}`, verifyCode: solution })
  await new Promise((resolve) => setTimeout(resolve, (i * thinkMs) / visitors))
  const answers = [{ questionId: survey.questions[0]?.id, chosen: [(i % 3) + 1] }]
  const vote = { id: survey.id, edition: survey.edition, visitorKey: `browser-of-visitor-${i}`, answers, ...solved() }
  if ((await json('/web/survey/save', vote)).errorCode === '0') counted.votes += 1
  for (let n = 0; performance.now() < until; n += 1) {
    if (n < lettersMost) {
      const { value: file } = await upload()
      if (file?.id) counted.attached += 1
      const files = file?.id ? [{ id: file.id, pass: file.pass }] : []
      const letter = {
        title: `压力测试第 ${i} 人第 ${n} 封`,
        type: 1,
        content: '路灯不亮',
        name: '周小雨',
        phone,
        openFlag: 0,
        files,
      }
      const { value } = await json('/web/mail/add', { ...letter, ...solved() }, `letter-${i}-${n}`)
      if (value?.code) counted.codes.push(value.code)
      if (value?.code) {
        await rest()
        const found = await json('/web/mail/code', { code: value.code, phone })
        if (found.errorCode === '0') counted.lookups += 1
      }
    }
    await rest()
    // by words, in the titles as everybody reads them, and one of them whole
    const start = performance.now()
    const { value: page } = await json('/theme/weblist', {
      title: n % 2 === 0 ? '公开的' : '',
      pageNumber: (n % 3) + 1,
      pageSize: 20,
    })
    counted.reads.push(performance.now() - start)
    const id = page?.list?.[i % (page.list.length || 1)]?.id
    if (id) {
      const from = performance.now()
      await json(`/theme/webget?id=${id}`, {})
      counted.reads.push(performance.now() - from)
    }
    await rest()
    if (n < lettersMost) {
      const topic = { title: `话题 ${i}-${n}`, content: '晚上能不能多开一班车', name: '周小雨', phone, openFlag: 1 }
      const { codeId, verifyCode } = solved()
      const { value } = await json(`/theme/webAdd`, { ...topic, codeId, verifyCode }, `topic-${i}-${n}`)
      if (value?.code) {
        counted.topics += 1
        const found = await json('/x/theme/webCode', { code: value.code, phone })
        if (found.errorCode === '0') counted.lookups += 1
      }
    }
    await rest()
    if (n < lettersMost) {
      const given = { title: `建议 ${i}-${n}`, content: '多种树', phone }
      if ((await json('/suggest/add', { ...given, ...solved() })).errorCode === '0') counted.suggestions += 1
    }
    await rest()
  }
  await close()
}

/** What the staff's list takes, asked again and again. */
async function staffList(post: Awaited<ReturnType<typeof adminOf>>, until: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!until()) {
    const start = performance.now()
    await post('/mail/list', { pageNumber: 1, pageSize: 20 })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return times
}

async function measure(server: ServerProcess, data: string): Promise<void> {
  const pid = server.child.pid as number
  const post = await adminOf(server.url)
  await settled(pid)
  let over = false
  setTimeout(() => {
    over = true
  }, 8000)
  const idle = await staffList(post, () => over)
  putCaptchas(data, captchas())
  const survey = await beginSurvey(post)
  await showTopics(post)
  const counted: Counted = {
    codes: [],
    votes: 0,
    suggestions: 0,
    topics: 0,
    reads: [],
    lookups: 0,
    attached: 0,
    refused: new Map(),
    times: [],
  }
  const until = performance.now() + lastsMs
  const before = usageOf(pid).cpu
  let there = true
  const beside = staffList(post, () => !there)
  await Promise.all(Array.from({ length: visitors }, (_, i) => visit(server.url, i, until, counted, survey)))
  there = false
  const busy = await beside
  const { cpu, peak } = usageOf(pid)
  const p99 = (times: readonly number[]) => quantile(times, 0.99)
  const db = new DatabaseSync(join(data, 'xzx.db'), { readOnly: true })
  const kept = (table: string, word: string) =>
    Number(db.prepare(`select count(*) as n from ${table} where title like ?`).get(word)?.n)
  const [letters, suggestions, topics] = [
    kept('mail', '压力测试%'),
    kept('suggestion', '建议 %'),
    kept('theme', '话题 %'),
  ]
  const votes = [
    Number(db.prepare('select count(*) as n from "surveyRecord"').get()?.n),
    Number(db.prepare('select n from "surveyCount" where "questionId" = 0').get()?.n),
  ]
  db.close()
  const refused = [...counted.refused].map(([what, n]) => `${what} × ${n}`).join('，') || '无'
  console.log(
    `${visitors} 名访问者 ${lastsMs / 1000} 秒：信件 ${counted.codes.length} 封（库中 ${letters}），附件 ${counted.attached}，查询 ${counted.lookups}，建议 ${counted.suggestions}（库中 ${suggestions}），话题 ${counted.topics}（库中 ${topics}），读话题 ${counted.reads.length} 次，答卷 ${counted.votes}（库中 ${votes.join('，计数 ')}）；拒绝或失败：${refused}`,
  )
  console.log(
    `访问者每次 p50 ${quantile(counted.times, 0.5).toFixed(0)} ms，p99 ${p99(counted.times).toFixed(0)} ms；其中读话题 p50 ${quantile(counted.reads, 0.5).toFixed(0)} ms，p99 ${p99(counted.reads).toFixed(0)} ms；处理器 ${cpu - before} ms，内存峰值 ${peak.toFixed(0)} MB`,
  )
  console.log(
    `信件列表 p99：平时 ${p99(idle).toFixed(1)} ms，其间 ${p99(busy).toFixed(1)} ms，${(p99(busy) / p99(idle)).toFixed(1)} ×（不超过 ${goal} ×）`,
  )
  const lost =
    letters !== new Set(counted.codes).size || suggestions !== counted.suggestions || topics !== counted.topics
  if (lost || votes.some((n) => n !== counted.votes)) throw new Error('有丢失或重复')
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-visitors-'))
  const data = join(folder, 'data')
  const server = await startProcess(data, { built: true })
  try {
    await measure(server, data)
  } finally {
    await server.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
