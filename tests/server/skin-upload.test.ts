import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('files of skins and uploads on %s', (database) => {
  let server: TestServer
  let admin: Person
  let png: Buffer

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const red = { create: { width: 40, height: 30, channels: 3 as const, background: 'red' } }
    png = await sharp(red)
      .png()
      .withExif({ IFD0: { Copyright: '秘密' } })
      .toBuffer()
  })
  afterAll(() => server.close())

  const post = (path: string, headers: Record<string, string>, name = '', bytes: Uint8Array | string = '') => {
    const form = new FormData()
    if (name !== '') form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    return server.raw(path, { method: 'POST', headers: { authorization: admin.token, ...headers }, body: form })
  }
  const upload = (fileUrl: string, name: string, bytes: Uint8Array | string) =>
    post('/api/file/upload/article/tem', { fileUrl: encodeURIComponent(fileUrl) }, name, bytes)
  const remove = (fileUrl: string) =>
    server.raw(`/api/file/delete/article/tem?fileUrl=${encodeURIComponent(fileUrl)}`, {
      method: 'POST',
      headers: { authorization: admin.token },
    })

  test('a picture of the skin comes bare, stands on the site, is replaced and goes', async () => {
    const stored = await upload('assets/logo.png', '标识.png', png)
    expect(stored.value).toMatchObject({ newFileName: 'logo.png', fileName: 'default/assets/logo.png', version: 1 })
    const { content } = (await admin.call('template.readFileContent', { fileName: 'default/assets/logo.png' })).value
    const kept = Buffer.from(content, 'base64')
    const { width, height, exif } = await sharp(kept).metadata()
    expect({ width, height, exif }).toEqual({ width: 40, height: 30, exif: undefined })
    expect((await upload('default/assets', 'logo.png', png)).value).toMatchObject({ version: 2 })
    expect((await remove('assets/logo.png')).errorCode).toBe('0')
    expect(await remove('assets/logo.png')).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('what is no picture, no text or no file of a skin is refused', async () => {
    const refused: [string, string, Uint8Array | string][] = [
      ['assets/logo.png', 'logo.png', '<svg/>'],
      ['assets/logo.jpg', 'logo.jpg', png],
      ['assets/own.js', 'own.js', 'alert(1)'],
      ['assets/page.html', 'page.html', '<h1>x</h1>'],
      ['../../config.json', 'x.json', '{}'],
      ['assets/../../../x.css', 'x.css', 'a{}'],
      ['assets', '..%2f..%2fx.css', 'a{}'],
      ['assets/style/4-front.css', 'x.css', Buffer.from([0xff, 0xfe, 0x61])],
      ['404.liquid', '404.liquid', '{% if %}'],
      ['assets/big.png', 'big.png', Buffer.concat([png, Buffer.alloc(1024 * 1024)])],
    ]
    for (const [fileUrl, name, bytes] of refused)
      expect((await upload(fileUrl, name, bytes)).errorCode, fileUrl).toMatch(/BAD_INPUT|NO_PERMISSION|TOO_LARGE/)
    expect((await remove('404.liquid')).errorCode).toBe('BAD_STATE')
    expect((await remove('../x')).errorCode).toBe('BAD_INPUT')
    expect(await post('/api/file/upload/article/tem', {}, 'a.css', 'a{}')).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
    })
  })

  test('a text of the skin comes as a file and is tried before it is stored', async () => {
    const stored = await upload('plain/404.liquid', '404.liquid', '<h1>没有这一页</h1>\r\n')
    expect(stored.value).toMatchObject({ fileName: 'plain/404.liquid', version: 1 })
    const { content } = (await admin.call('template.readFileContent', { fileName: 'plain/404.liquid' })).value
    expect(content).toBe('<h1>没有这一页</h1>\n')
    await admin.call('template.restore', { fileName: 'plain/404.liquid', revision: 0 })
  })

  test('a picture that nothing names is deleted with its sizes; one that something names stays', async () => {
    const wide = await sharp({ create: { width: 1000, height: 30, channels: 3, background: 'blue' } })
      .jpeg()
      .toBuffer()
    const put = async () => (await post('/api/file/upload/name?type=image', {}, 'a.jpg', wide)).value.newFileName
    const del = (name: string, type = 'image') =>
      server.raw(`/api/file/del?name=${encodeURIComponent(name)}&type=${type}`, {
        method: 'POST',
        headers: { authorization: admin.token },
      })
    const [free, used] = [await put(), await put()]
    const there = (name: string) => existsSync(join(server.parts.dataDir, 'uploads', name))
    const small = free.replace(/-1000\.jpg$/, '-480.jpg')
    expect([there(free), there(small)]).toEqual([true, true])
    expect(await del(free, 'video')).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await del(free)).value).toEqual({ name: free })
    expect([there(free), there(small)]).toEqual([false, false])
    expect(await del(free)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await del('../../server.key')).toMatchObject({ errorCode: 'NOT_FOUND' })
    const column = (await admin.call('column.save', { columnType: 1, categoryTitle: '图片', columnPath: 'tupian' }))
      .value
    await admin.call('article.saveAdmin', {
      ...{ columnId: column.categoryId, title: '有图', content: `<p><img src="/uploads/${used}" alt="图"></p>` },
    })
    expect(await del(used)).toMatchObject({ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('正在使用') })
    expect(there(used)).toBe(true)
    const other = await server.person({ roles: ['reporter'] })
    expect(await other.call('file.del', { name: used, type: 'image' })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
})
