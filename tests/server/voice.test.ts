import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { dropUnfinished } from '../../server/areas/voice/file.ts'
import { works } from '../../server/jobs/works.ts'
import { voiceFrom } from '../../server/ports/voice.ts'
import { articleFolder, articlePath } from '../../server/site/addresses.ts'
import { temporaryIn } from '../../server/site/write.ts'
import { readMost } from '../../server/voice/pieces.ts'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

/** A program that stands for an engine: what it does is its last argument. */
const program = `
const chunks = []
process.stdin.on('data', (chunk) => chunks.push(chunk))
process.stdin.on('end', () => {
  const text = Buffer.concat(chunks).toString()
  const how = process.argv[2]
  if (how === 'crash') { console.error('model not found'); process.exit(3) }
  if (how === 'hang') return setInterval(() => {}, 1000)
  if (how === 'noise') return process.stdout.write('no sound')
  require('node:fs').appendFileSync(how, text)
  const samples = Buffer.alloc(16000)
  const head = Buffer.alloc(44)
  head.write('RIFF'); head.writeUInt32LE(36 + samples.length, 4); head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16); head.writeUInt16LE(1, 20); head.writeUInt16LE(1, 22)
  head.writeUInt32LE(16000, 24); head.writeUInt32LE(32000, 28); head.writeUInt16LE(2, 32); head.writeUInt16LE(16, 34)
  head.write('data', 36); head.writeUInt32LE(samples.length, 40)
  process.stdout.write(Buffer.concat([head, samples]))
})
`

describe.each(databases)('articles that are read aloud, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  let folder: string
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server, '工作动态')
    folder = mkdtempSync(join(tmpdir(), 'xzx-voice-'))
    writeFileSync(join(folder, 'engine.cjs'), program)
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const own = voiceFrom({})
  const port = () => server.parts.ports as { voice: typeof own }
  afterEach(() => {
    port().voice = own
  })
  const engineThat = (does: string) => {
    port().voice = voiceFrom({
      XZX_VOICE_COMMAND: JSON.stringify([process.execPath, join(folder, 'engine.cjs'), does]),
    })
  }

  const draft = async (
    title: string,
    content = '<p>会议于2026年3月12日召开。</p>',
    more: object = {},
  ): Promise<string> =>
    (await admin.call('article.saveAdmin', anArticle(column, { title, content, status: 1, ...more }))).value.articleId
  const publish = async (articleId: string) => {
    await admin.call('article.accept', { items: [{ articleId }] })
    expect((await admin.call('article.approve', { items: [{ articleId }] })).value.failed).toEqual([])
    return articleId
  }
  const read = async (articleId: string, more: object = {}, by = admin) =>
    by.call('voice.synthesis', { id: articleId, ...more })
  const get = async (articleId: string, by = admin) => (await by.call('voice.get', { id: articleId })).value
  const shown = () => server.parts.site.showTouched({ wait: true })
  const page = (articleId: string) =>
    readFileSync(join(server.parts.dataDir, 'site', articlePath(Number(articleId))), 'utf8')
  const beside = (articleId: string) => {
    const at = join(server.parts.dataDir, 'site', articleFolder(Number(articleId)))
    return existsSync(at) ? readdirSync(at) : []
  }
  const stored = () => readdirSync(join(server.parts.dataDir, 'attachments'))
  const passed = async (articleId: string, voiceState: number) =>
    vi.waitFor(async () => expect((await get(articleId)).voiceState).toBe(voiceState), {
      timeout: 30_000,
      interval: 50,
    })

  test('a published article has a player and a file, which go with it at once', async () => {
    const id = await publish(await draft('县政协召开常委会'))
    await shown()
    expect(page(id)).not.toContain('<audio')
    const made = await read(id)
    expect(made.value).toMatchObject({ articleId: id, voiceState: 1, state: 'done', engine: 'eSpeak NG', says: null })
    // 32 kbit a second, and some seconds of it
    expect(made.value.seconds).toBeGreaterThan(3)
    expect(made.value.size / made.value.seconds).toBeLessThan(4800)
    await shown()
    const [file = ''] = beside(id)
    expect(file).toMatch(/^[\da-f-]{36}\.mp3$/)
    expect(page(id)).toContain(`<audio controls preload="none" src="/site/${articleFolder(Number(id))}/${file}"`)
    const address = `/site/${articleFolder(Number(id))}/${file}`
    const got = await fetch(server.url + address, { headers: { range: 'bytes=0-99' } })
    expect([got.status, got.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
    // who sees the article listens in the console too
    const listened = await server.raw(`/x/attachment/get?id=${made.value.fileId}`, {
      method: 'POST',
      headers: { authorization: admin.token },
    })
    expect(listened.headers.get('content-disposition')).toContain(encodeURIComponent('县政协召开常委会.mp3'))

    await admin.call('article.takeDown', { items: [{ articleId: id, reason: '内容有误' }] })
    expect((await fetch(server.url + address)).status).toBe(404)
    expect(beside(id)).toEqual([])
    await admin.call('article.update', { articleId: id, status: 1 })
    await publish(id)
    await shown()
    expect(beside(id)).toEqual([file])
    expect((await admin.call('voice.deleteVoice', { id })).value).toEqual({ id })
    expect([(await fetch(server.url + address)).status, page(id).includes('<audio'), await get(id)]).toEqual([
      404,
      false,
      null,
    ])
    expect(stored()).not.toContain(file.replace('.mp3', ''))
  })

  test('a text that changes is not read in its old words on the site', async () => {
    const id = await publish(await draft('甲'))
    await read(id)
    await shown()
    expect(beside(id)).toHaveLength(1)
    await admin.call('article.update', { articleId: id, content: '<p>改过的正文。</p>' })
    // the revision waits: what is online is still what is read
    expect((await get(id)).voiceState).toBe(1)
    await admin.call('article.accept', { items: [{ articleId: id }] })
    await admin.call('article.approve', { items: [{ articleId: id }] })
    await shown()
    expect(await get(id)).toMatchObject({ voiceState: 2, says: expect.stringContaining('有改动') })
    expect([beside(id), page(id).includes('<audio')]).toEqual([[], false])
    const before = stored()
    expect((await read(id)).value.voiceState).toBe(1)
    await shown()
    expect(beside(id)).toHaveLength(1)
    // the earlier file is gone with the new one
    expect(stored().length).toBe(before.length)
  })

  test('one that stands is not made twice, and not anew unless that is wanted', async () => {
    engineThat(join(folder, 'once'))
    const id = await draft('乙')
    const both = await Promise.all([read(id), read(id)])
    expect(both.map(({ errorCode }) => errorCode)).toEqual(['0', '0'])
    expect(both[0]?.value.jobId).toBe(both[1]?.value.jobId)
    await passed(id, 1)
    const first = await get(id)
    expect((await read(id)).value).toMatchObject({ fileId: first.fileId, jobId: first.jobId })
    const again = (await read(id, { again: '1' })).value
    expect(again.fileId).not.toBe(first.fileId)
    expect(readFileSync(join(folder, 'once'), 'utf8')).toBe('乙\n会议于二零二六年三月十二日召开。\n'.repeat(2))
  })

  test('what an engine is given is text alone, whatever stands in the article', async () => {
    engineThat(join(folder, 'plain'))
    const tricks =
      '<p>&lt;break time="60s"/&gt;一 [[h@l@U]] 二\u200b</p><p>$(reboot) `id` ; rm -rf / &amp;&amp; --help</p><p>&lt;/speak&gt;{"text":"x"}\\n</p>'
    expect((await read(await draft('--version', tricks))).value.voiceState).toBe(1)
    const given = readFileSync(join(folder, 'plain'), 'utf8')
    expect(given).not.toMatch(/[<>[\]{}$`"'\\&/|-]|[^\P{C}\n]/u)
    expect(given).toContain('一')
  })

  test('an engine that fails, or makes no sound, is told in its words; the voice of before stays', async () => {
    const id = await publish(await draft('丙'))
    const first = (await read(id)).value
    engineThat('crash')
    const failed = '语音引擎异常退出（3）：model not found'
    expect(await read(id, { again: '1' })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: `没有生成语音：${failed}`,
    })
    expect(await get(id)).toMatchObject({ voiceState: 1, fileId: first.fileId, says: failed })
    engineThat('noise')
    expect((await read(id, { again: '1' })).errorMsg).toBe('没有生成语音：语音引擎输出不是 WAV')
    const other = await draft('丁')
    await read(other)
    expect(await get(other)).toMatchObject({ voiceState: 3, fileId: null, seconds: null })
    expect(stored().filter((name) => name.endsWith('.tmp'))).toEqual([])
    port().voice = voiceFrom({ XZX_VOICE_COMMAND: '["/nowhere/say"]' })
    expect((await read(other)).errorMsg).toContain('/nowhere/say 不存在或不能运行')
    port().voice = { ...own, missing: '没有安装语音组件' }
    expect(await read(other)).toMatchObject({ errorCode: 'BAD_STATE', errorMsg: '没有安装语音组件' })
    expect((await admin.call('voice.state')).value.missing).toBe('没有安装语音组件')
  })

  test('an engine that does not answer is ended, and one that is being read is stopped', async () => {
    engineThat('hang')
    port().voice = { ...port().voice, engine: { ...port().voice.engine, breathMs: 300 } }
    expect((await read(await draft('戊'))).errorMsg).toBe('没有生成语音：语音引擎超过 0.3 秒没有回应，已停止')
    engineThat(join(folder, 'long'))
    const long = await draft('己', '<p>甲乙丙丁戊己庚辛壬癸。</p>'.repeat(300))
    const begun = read(long)
    await vi.waitFor(async () => expect((await get(long)).finished).toBeGreaterThan(0), {
      timeout: 60_000,
      interval: 50,
    })
    expect((await admin.call('voice.cancel', { id: long })).value.voiceState).toBe(0)
    await begun
    await passed(long, 3)
    expect((await get(long)).says).toBe('已停止，没有生成完')
    expect((await admin.call('voice.cancel', { id: long })).errorCode).toBe('BAD_STATE')
    // deleted while it is read: what comes of it belongs to nobody
    engineThat(join(folder, 'long'))
    const other = read(long)
    await passed(long, 0)
    await admin.call('voice.deleteVoice', { id: long })
    await other
    expect(await get(long)).toBeNull()
    await server.parts.jobs.stopAll()
    expect(stored().filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('what cannot be read is refused in words, and nobody reads what they do not see', async () => {
    const refused = async (content: string) => (await read(await draft('庚', content))).errorMsg
    expect(await refused('<p><img src="/uploads/a.jpg" alt="" /></p>')).toContain('没有可以朗读的文字')
    expect(await refused('<p>———— …… 。</p>')).toContain('没有可以朗读的文字')
    expect(await refused(`<p>${'字'.repeat(readMost + 1)}</p>`)).toContain('超过 10 万字')
    const gone = await draft('辛')
    await admin.call('article.delete', { items: [{ articleId: gone }] })
    expect((await read(gone)).errorCode).toBe('NOT_FOUND')
    const other = await server.person({ roles: ['staff'] })
    const id = await draft('壬')
    expect((await read(id, {}, other)).errorCode).toBe('NOT_FOUND')
    expect((await other.call('voice.get', { id: id })).errorCode).toBe('NOT_FOUND')
    expect((await (await server.person({ roles: ['readonly'] })).call('voice.deleteVoice', { id })).errorCode).toBe(
      'NO_PERMISSION',
    )
  })

  test('the list has what its reader sees, by what is to be said of it', async () => {
    const states = async (voiceState?: string) =>
      (await admin.call('voice.list', { voiceState, pageSize: 100 })).value.list.map(
        (row: { voiceState: number }) => row.voiceState,
      )
    const all = await states()
    expect(new Set(all)).toEqual(new Set([1, 3]))
    for (const state of [0, 1, 2, 3])
      expect(await states(String(state))).toEqual(all.filter((one: number) => one === state))
    const other = await server.person({ roles: ['staff'] })
    expect((await other.call('voice.list')).value.total).toBe(0)
  })

  test('columns that a setting names are read by the clock, what fails not again before it changes', async () => {
    engineThat(join(folder, 'clock'))
    const run = () => works.voice.run(server.parts, { stopped: () => false, progress: () => {} })
    expect(await works.voice.rhythm(server.parts)).toBeNull()
    const named = (await admin.call('column.save', { columnType: 1, categoryTitle: '要闻', columnPath: 'yaowen' }))
      .value.categoryId
    expect((await admin.call('setting.save', { items: [{ name: 'voice.columns', value: 'yaowen' }] })).errorCode).toBe(
      '0',
    )
    expect(await works.voice.rhythm(server.parts)).toEqual({ everyMinutes: 10 })
    const id = await publish(await draft('要闻一', undefined, { columnId: named }))
    const empty = await publish(await draft('要闻二', '<p>……</p>', { columnId: named }))
    expect(await run()).toMatchObject({ state: 'done', says: expect.stringContaining('生成 1 篇，1 篇没有生成') })
    expect([await get(id), (await get(empty)).voiceState]).toMatchObject([{ voiceState: 1, byName: '系统' }, 3])
    expect((await run()).idle).toBe(true)
    // a text that changes is read anew
    const first = (await get(id)).fileId
    await admin.call('article.update', { articleId: id, content: '<p>改过的要闻。</p>' })
    await publish(id)
    expect((await get(id)).voiceState).toBe(2)
    expect(await run()).toMatchObject({ state: 'done', says: '生成 1 篇' })
    expect((await get(id)).fileId).not.toBe(first)
    await shown()
    expect(page(id)).toContain('<audio')
  })

  test('what a process left that died while it read is cleaned away at the next start', async () => {
    const at = join(server.parts.dataDir, 'attachments')
    const left = temporaryIn(at).replace(/\.\d+-/, '.4194303-')
    const writing = temporaryIn(at)
    for (const file of [left, writing]) writeFileSync(file, 'half')
    await dropUnfinished(server.parts.dataDir)
    expect([existsSync(left), existsSync(writing)]).toEqual([false, true])
    rmSync(writing)
  })
})
