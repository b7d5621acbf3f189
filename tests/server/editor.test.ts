import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageBytesMax } from '../../core/contract/file.ts'
import { passLastsMs } from '../../server/access/pass.ts'
import { picturesFrom } from '../../server/ports/pictures.ts'
import { portsFrom } from '../../server/ports/ports.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const exec = '/sys/ueditor/exec'

describe.each(databases)('the server of an editor of others on %s', (database) => {
  let server: TestServer
  let writer: Person
  let png: Buffer
  /** Another site: /red.png is a picture, /to?… leads on, /much has no end, all else is a page. */
  let site: Server
  let at: string
  const asked: string[] = []
  beforeAll(async () => {
    png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    site = createServer(({ url = '' }, reply) => {
      asked.push(url)
      const { pathname, searchParams } = new URL(url, 'http://x')
      if (pathname.endsWith('red.png')) return void reply.end(png)
      if (pathname === '/to') return void reply.writeHead(302, { location: searchParams.get('at') ?? '' }).end()
      if (pathname === '/much') return void reply.end(Buffer.alloc(imageBytesMax + 1))
      reply.writeHead(pathname === '/gone.png' ? 404 : 200).end('<h1>网页</h1>')
    })
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    server = await startServer(database, { ports: portsFrom({ XZX_PICTURE_NETS: '127.0.0.1' }) })
    writer = await server.person({ roles: ['staff'] })
  })
  afterAll(async () => {
    site.closeAllConnections()
    site.close()
    await server.close()
  })

  const ask = async (query: string, init: RequestInit = {}, token: string | null = writer.token) => {
    const headers = { ...(token !== null && { authorization: token }), ...init.headers }
    const reply = await server.raw(`${exec}?${query}`, { ...init, headers })
    return JSON.parse(reply.text)
  }
  const send = (action: string, bytes: Uint8Array, name: string, token?: string | null, more = '') => {
    const form = new FormData()
    form.append('upfile', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    return ask(`action=${action}${more}`, { method: 'POST', body: form }, token)
  }
  const pairs = (action: string, fields: readonly (readonly [string, string])[]) =>
    ask(`action=${action}`, { method: 'POST', body: new URLSearchParams(fields.map(([k, v]) => [k, v])) })
  const left = () => readdirSync(join(server.parts.dataDir, 'uploads')).filter((name) => name.endsWith('.part'))

  test('its settings are open to everybody, and never come as a script of another site', async () => {
    const { value: _value, ...reply } = await server.raw(
      '/api/article/ueConfig?action=config&jsonConfig=&callback=steal',
    )
    expect(JSON.parse(reply.text)).toMatchObject({ imageActionName: 'uploadimage', imageMaxSize: imageBytesMax })
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(reply.text).not.toContain('steal')
    expect(await ask('action=config')).toEqual(JSON.parse(reply.text))
    const post = await server.raw('/api/article/ueConfig', { method: 'POST', headers: { authorization: writer.token } })
    expect(JSON.parse(post.text)).toEqual(JSON.parse(reply.text))
  })

  test('a picture and a video are stored as any upload, told in the log, and listed to who may see them', async () => {
    const made = await send('uploadimage', png, '红 色.png')
    expect(made).toMatchObject({ state: 'SUCCESS', original: '红 色.png', type: '.png', size: expect.any(Number) })
    expect((await fetch(server.url + made.url)).status).toBe(200)
    const video = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(80)])
    expect(await send('uploadvideo', video, '会议.mp4')).toMatchObject({ state: 'SUCCESS', type: '.mp4' })
    const admin = await server.person({ roles: ['admin'] })
    const { value } = await admin.call('log.list', { userAccount: writer.account, pageSize: 1 })
    expect(value.list[0]).toMatchObject({ sentence: expect.stringContaining('在编辑器上传图片或视频'), result: '成功' })
    const images = await ask('action=listimage&start=0&size=1')
    expect(images).toMatchObject({ state: 'SUCCESS', start: 0, list: [{ url: made.url }] })
    expect(await ask('action=listfile&start=0&size=20')).toMatchObject({
      list: [{ url: expect.stringMatching(/mp4$/) }],
    })
    const other = await server.person({ roles: ['staff'] })
    expect(await ask('action=listimage', {}, other.token)).toMatchObject({ total: 0, list: [] })
  })

  test('a drawing comes as text', async () => {
    const made = await pairs('uploadscrawl', [['upfile', png.toString('base64')]])
    expect(made).toMatchObject({ state: 'SUCCESS', type: '.png' })
    expect(await pairs('uploadscrawl', [['upfile', 'bm90']])).toMatchObject({ state: expect.stringContaining('涂鸦') })
    await expect.poll(left).toEqual([])
  })

  test('what is wrong is said in the words that the editor shows, and nothing stays of it', async () => {
    const page = Buffer.from(`<html>${' '.repeat(100)}<script>alert(1)</script></html>`)
    expect(await send('uploadimage', page, '照片.png')).toEqual({ state: '上传图片只能是 JPG/GIF/PNG 格式！' })
    expect(await send('uploadvideo', page, '会议.mp4')).toEqual({ state: '请选择图片/视频文件' })
    expect(await send('uploadfile', Buffer.from('%PDF-1.7 '.repeat(20)), '通知.pdf')).toMatchObject({
      state: expect.stringContaining('只能是'),
    })
    expect(await ask('action=uploadimage', { method: 'POST' })).toEqual({ state: '请选择图片/视频文件' })
    expect(await ask('action=nothing')).toMatchObject({
      errorCode: 'BAD_INPUT',
      state: expect.stringContaining('动作'),
    })
    await expect.poll(left).toEqual([])
  })

  test('pictures of other sites are brought one by one; one that fails says why', async () => {
    const sources = ['/red.png', '/gone.png', '/page', '/much', `/to?at=${encodeURIComponent('/red.png')}`].map(
      (path) => at + path,
    )
    const { state, list } = await pairs(
      'catchimage',
      [...sources, 'ftp://example.gov.cn/a.png'].map((source) => ['source[]', source] as const),
    )
    expect(state).toBe('SUCCESS')
    expect(list).toMatchObject([
      { source: sources[0], state: 'SUCCESS', url: expect.stringMatching(/^\/uploads\/.+\.png$/), original: 'red.png' },
      { source: sources[1], state: '答复 HTTP 404' },
      { source: sources[2], state: '上传图片只能是 JPG/GIF/PNG 格式！' },
      { source: sources[3], state: expect.stringContaining('10 MB') },
      { source: sources[4], state: 'SUCCESS' },
      { state: '不是网址' },
    ])
    await expect.poll(left).toEqual([])
    // names as pages of other encodings have them, and with signs that no line should hold
    const odd = [`${at}/%D6%D0red.png`, `${at}/%00%0a%1b%5b31m%e2%80%aered.png`]
    const named = await pairs(
      'catchimage',
      odd.map((source) => ['source[]', source] as const),
    )
    expect(named.list).toMatchObject([
      { original: '%D6%D0red.png' },
      { original: expect.stringMatching(/^[ \w[]*red\.png$/) },
    ])
    const many = Array.from({ length: 21 }, () => ['source[]', sources[0]] as [string, string])
    expect(await pairs('catchimage', many)).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('nothing is asked of the network behind the server, by a redirect neither', async () => {
    const strict = picturesFrom({})
    const port = new URL(at).port
    const before = asked.length
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '169.254.169.254',
    ])
      expect([host, await strict.bring(`http://${host}:${port}/red.png`, join(server.parts.dataDir, 'x'))]).toEqual([
        host,
        // of a name nobody learns whether it stands for somebody inside
        { refused: host === 'localhost' ? '域名没有解析到可以抓取的地址' : '指向内部地址，不抓取' },
      ])
    expect(asked.length).toBe(before)
    const { list } = await pairs('catchimage', [
      ['source[]', `${at}/to?at=${encodeURIComponent('http://169.254.169.254/latest')}`],
      ['source[]', `${at}/to?at=${encodeURIComponent('file:///etc/passwd')}`],
    ])
    expect(list).toMatchObject([{ state: '指向内部地址，不抓取' }, { state: '答复 HTTP 302' }])
  })

  test('who can send no header shows a pass, which opens this alone, ends with its session, and lets pages of this origin read the answer', async () => {
    const { value } = await writer.call('editor.pass')
    const more = `&pass=${encodeURIComponent(value.pass)}`
    expect(value.serverUrl).toBe(`${exec}?pass=${value.pass}`)
    expect(await send('uploadimage', png, '红.png', null, more)).toMatchObject({ state: 'SUCCESS' })
    const framed = await server.raw(`${exec}?action=config${more}`)
    expect([framed.headers.get('x-frame-options'), framed.headers.get('content-security-policy')]).toEqual([
      'SAMEORIGIN',
      "default-src 'none'; frame-ancestors 'self'",
    ])
    expect(await server.raw(`/ding/user/list?pass=${value.pass}`, { method: 'POST' })).toMatchObject({ status: 401 })
    expect(await server.raw(`${exec}?action=config&pass=${value.pass}x`)).toMatchObject({ status: 401 })
    expect(await server.raw(`${exec}?action=config`)).toMatchObject({ status: 401 })
    server.clock.now += passLastsMs
    expect(await server.raw(`${exec}?action=config${more}`)).toMatchObject({ status: 401 })
    server.clock.now -= passLastsMs
    await writer.call('auth.logout')
    expect(await server.raw(`${exec}?action=config${more}`)).toMatchObject({ status: 401, errorCode: 'SESSION_OVER' })
  })

  test('it is for who may upload', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    expect(await reader.call('editor.pass')).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const form = { method: 'POST', headers: { authorization: reader.token } }
    expect(await server.raw(`${exec}?action=listimage`, form)).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })
})
