import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { imageBytesMax, videoBytesMax } from '../../core/contract/file.ts'
import { srcsetOf } from '../../core/domain/images.ts'
import { dropLeft } from '../../server/http/form.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe('uploads', () => {
  let server: TestServer
  let writer: Person
  let png: Buffer
  beforeAll(async () => {
    server = await startServer()
    writer = await server.person({ roles: ['staff'] })
    png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  })
  afterAll(() => server.close())

  const send = (
    files: readonly (readonly [string, Uint8Array])[],
    options: { type?: string; path?: string; token?: string } = {},
  ) => {
    const form = new FormData()
    for (const [name, bytes] of files) form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    const query = options.type === undefined ? '' : `?type=${options.type}`
    const headers = { authorization: options.token ?? writer.token }
    return server.raw(`${options.path ?? '/api/file/upload/name'}${query}`, { method: 'POST', headers, body: form })
  }
  const folder = () => join(server.parts.dataDir, 'uploads')
  /** An image of just so many bytes: what follows its end is no part of the picture. */
  const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])

  test('an image is drawn anew under a name of ours and served with a fixed type', async () => {
    const jpeg = await sharp(png)
      .jpeg()
      .withExif({ IFD0: { Copyright: '秘密' } })
      .toBuffer()
    const { value } = await send([['../../照片.php', jpeg]], { type: 'image' })
    expect(value).toMatchObject({
      kind: 'image',
      width: 40,
      height: 30,
      newFileName: expect.stringMatching(/^20261121-[\w-]{36}\.jpg$/),
    })
    const served = await fetch(server.url + value.url)
    expect(served.headers.get('content-type')).toBe('image/jpeg')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).exif).toBeUndefined()
  })

  /** Milliseconds of processor until all of a form, and what was asked behind it, has been read. */
  const costOf = async (form: string) => {
    const head = `POST /api/file/upload/name?type=image HTTP/1.1\r\nHost: x\r\nAuthorization: ${writer.token}\r\n`
    const kind = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n`
    const bytes = Buffer.from(`${head}${kind}${form}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    const before = process.threadCpuUsage()
    const answered = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      let text = ''
      socket.on('error', reject).on('data', (chunk) => {
        text += chunk
        if (text.includes('"status":"ok"')) resolve(text)
      })
      socket.write(bytes)
    })
    const after = process.threadCpuUsage()
    expect(answered).toContain('TOO_LARGE')
    return (after.user + after.system - before.user - before.system) / 1000
  }
  test.each([
    ['empty ones', ''],
    ['fields', 'Content-Disposition: form-data; name="a"\r\n\r\n1'],
    ['files', 'Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n1'],
  ])('a form of very many parts is not taken apart beyond its refusal: %s', async (_, part) => {
    const parts = (n: number) => `${`--x\r\n${part}\r\n`.repeat(n)}--x--`
    await costOf(parts(1000))
    const few = await costOf(parts(20_000))
    const many = await costOf(parts(200_000))
    expect((many + 60) / (few + 60), `${few} → ${many} ms`).toBeLessThan(3)
  })

  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#2a6f4e' } })
  const measured = async (name: string) => {
    const { width, height, orientation, exif } = await sharp(join(folder(), name)).metadata()
    return { width, height, orientation, exif }
  }
  const uploaded = async (bytes: Buffer) => (await send([['a.jpg', bytes]], { type: 'image' })).value

  test('what a camera made is upright, smaller, without its metadata, and lies in several widths', async () => {
    const photo = await drawn(4000, 2250)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: '相机' } })
      .jpeg()
      .toBuffer()
    const kept = await uploaded(photo)
    expect(kept).toMatchObject({ width: 1080, height: 1920, newFileName: expect.stringMatching(/-1080\.jpg$/) })
    const plain = { orientation: undefined, exif: undefined }
    expect(await measured(kept.newFileName)).toEqual({ width: 1080, height: 1920, ...plain })
    const names = srcsetOf(kept.url)?.split(', ') ?? []
    expect(names.map((one) => one.split(' ')[1])).toEqual(['480w', '1080w'])
    expect(await measured(names[0]?.split(/[/ ]/)[2] ?? '')).toEqual({ width: 480, height: 853, ...plain })
  })

  test('a long sheet keeps its width and can be read; a small picture and an animation stay as they are', async () => {
    expect(await uploaded(await drawn(1080, 9000).png().toBuffer())).toMatchObject({ width: 1080, height: 9000 })
    const small = await uploaded(await drawn(500, 300).png().toBuffer())
    expect(small.newFileName).toMatch(/^20261121-[\w-]{36}\.png$/)
    expect(srcsetOf(small.url)).toBeNull()
    expect(await uploaded(await drawn(2400, 30).gif().toBuffer())).toMatchObject({ kind: 'image' })
  })

  test('the longest side is a setting; what is no number counts as not set', async () => {
    const photo = await drawn(2000, 1000).jpeg().toBuffer()
    for (const [value, width] of [
      ['1000', 1000],
      ['很大', 1920],
    ] as const) {
      await server.parts.db.write.deleteFrom('setting').where('name', '=', 'upload.longestSide').execute()
      await server.parts.db.write.insertInto('setting').values({ name: 'upload.longestSide', value }).execute()
      expect(await uploaded(photo)).toMatchObject({ width, height: width / 2 })
    }
    await server.parts.db.write.deleteFrom('setting').where('name', '=', 'upload.longestSide').execute()
  })

  test('the type can also come as a field of the form', async () => {
    const form = new FormData()
    form.append('type', 'video')
    form.append('file', new Blob([png as Uint8Array<ArrayBuffer>]), 'a.png')
    const headers = { authorization: writer.token }
    const sent = () => server.raw('/api/file/upload/name', { method: 'POST', headers, body: form })
    expect(await sent()).toMatchObject({ errorCode: 'BAD_INPUT' })
    form.set('type', 'image')
    expect((await sent()).value).toMatchObject({ kind: 'image' })
  })

  test('the kind is decided by the content', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    )
    const webp = await sharp(png).webp().toBuffer()
    for (const bytes of [svg, webp, Buffer.from('<?php echo 1;'), Buffer.from('MZ\u0000\u0000')]) {
      const reply = await send([['a.png', bytes]], { type: 'image' })
      expect(reply).toMatchObject({
        status: 200,
        errorCode: 'BAD_INPUT',
        errorMsg: '上传图片只能是 JPG/GIF/PNG 格式！',
      })
    }
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(100)])
    expect((await send([['a.png', mp4]], { type: 'video' })).value).toMatchObject({
      kind: 'video',
      newFileName: expect.stringMatching(/\.mp4$/),
    })
    expect((await send([['a.mp4', png]], { type: 'video' })).errorMsg).toBe('请选择图片/视频文件')
  })

  test('an image that would take too much to draw is refused before it is drawn, and named as that', async () => {
    const screen = [232, 3, 232, 3, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
    const gif = (frames: number) =>
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from(screen), ...Array(frames).fill(frame), Buffer.from([0x3b])])
    expect((await send([['a.gif', gif(3)]], { type: 'image' })).value).toMatchObject({ width: 1000, height: 1000 })
    const wide = Buffer.from(png)
    wide.writeUInt32BE(30_000, 16)
    wide.writeUInt32BE(30_000, 20)
    const animation = '动画图片不能超过 500 帧，各帧合计不能超过 2500 万像素，请缩小或减少帧数后再上传'
    for (const [bytes, errorCode, errorMsg] of [
      [gif(26), 'TOO_LARGE', animation],
      [gif(100_000), 'TOO_LARGE', animation],
      [wide, 'TOO_LARGE', '图片的宽 × 高不能超过 6000 万像素，请缩小后再上传'],
      [png.subarray(0, 60), 'BAD_INPUT', '图片已损坏，无法处理，请换一张'],
    ] as const)
      expect(await send([['a.png', bytes]], { type: 'image' })).toMatchObject({ errorCode, errorMsg })
  })

  test('pictures are drawn one after the other, and the users take turns', async () => {
    const other = await server.person({ roles: ['staff'] })
    const { pictures } = server.parts.work
    let now = 0
    let most = 0
    const ends: string[] = []
    const { run } = pictures
    const watched = vi.spyOn(pictures, 'run').mockImplementation((caller, work, alive) =>
      run(
        caller,
        async () => {
          now += 1
          most = Math.max(most, now)
          try {
            return await work()
          } finally {
            now -= 1
            ends.push(caller)
          }
        },
        alive,
      ),
    )
    const many = Array.from({ length: 8 }, () => send([['a.png', png]], { type: 'image' }))
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    many.push(send([['a.png', png]], { type: 'image', token: other.token }))
    for (const reply of await Promise.all(many)) expect(reply.errorCode).toBe('0')
    watched.mockRestore()
    expect(most).toBe(1)
    expect(new Set(ends)).toEqual(new Set([`user ${writer.userId}`, `user ${other.userId}`]))
  })

  test('a form of too many parts, or of too much together, is refused by name', async () => {
    const headers = { authorization: writer.token, 'content-type': 'multipart/form-data; boundary=x' }
    const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nv\r\n`
    const fields = Array.from({ length: 21 }, (_, i) => part(`f${i}`)).join('')
    const post = (body: string) =>
      server.raw('/api/file/uploads/name', { method: 'POST', headers, body: `${body}--x--\r\n` })
    expect(await post(fields)).toMatchObject({ errorCode: 'TOO_LARGE', errorMsg: '表单的字段不能超过 20 个' })
    const files = Array.from({ length: 21 }, (): [string, Uint8Array] => ['a.png', png])
    const path = '/api/file/uploads/name'
    expect(await send(files, { path })).toMatchObject({ errorCode: 'TOO_LARGE', errorMsg: '一次最多上传 20 个文件' })
    const half = new Uint8Array(videoBytesMax / 2 + 1)
    const both: [string, Uint8Array][] = [
      ['a.mp4', half],
      ['b.mp4', half],
    ]
    expect(await send(both, { path })).toMatchObject({
      errorCode: 'TOO_LARGE',
      errorMsg: '一次上传合计不能超过 200 MB，请分几次上传',
    })
    await expect.poll(() => readdirSync(folder()).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('a field that is too long is refused, not cut; bytes that are no part count too, however many come', async () => {
    const type = 'multipart/form-data; boundary=x'
    const field = (name: string, text: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
    const post = (body: BodyInit) =>
      server.raw('/api/file/uploads/name', {
        method: 'POST',
        headers: { authorization: writer.token, 'content-type': type },
        body,
        duplex: 'half',
      } as RequestInit)
    expect(await post(`${field('type', 'x'.repeat(4097))}--x--\r\n`)).toMatchObject({ errorCode: 'TOO_LARGE' })
    // before the first boundary, and in a part without a name
    for (const begin of [
      '',
      '--x\r\ncontent-disposition: form-data\r\ncontent-type: application/octet-stream\r\n\r\n',
    ]) {
      const more = Buffer.alloc(1024 * 1024, 'z')
      let sent = 0
      const endless = new ReadableStream({
        pull(to) {
          sent += 1
          to.enqueue(sent === 1 ? Buffer.from(begin || 'z') : more)
        },
      })
      const path = '/api/file/uploads/name'
      const told = await new Promise<string>((resolve) => {
        const headers = { authorization: writer.token, 'content-type': type }
        const sending = request(server.url + path, { method: 'POST', headers }, (reply) => {
          let text = ''
          reply.on('data', (chunk) => {
            text += chunk
          })
          reply.on('end', () => resolve(text))
        })
        // cut off once it has been told
        sending.on('error', () => {})
        Readable.fromWeb(endless as never)
          .on('error', () => {})
          .pipe(sending)
      })
      expect(told).toContain('合计不能超过 200 MB')
      expect(sent).toBeLessThan(600)
    }
  })

  test('exactly 10 MB passes and one byte more is refused', async () => {
    expect((await send([['a.png', padded(imageBytesMax)]], { type: 'image' })).errorCode).toBe('0')
    const over = await send([['a.png', padded(imageBytesMax + 1)]], { type: 'image' })
    expect(over).toMatchObject({ status: 200, errorCode: 'TOO_LARGE', errorMsg: '上传图片大小不能超过 10 MB！' })
  })

  test('several at once are kept all or none', async () => {
    const path = '/api/file/uploads/name'
    const both = await send(
      [
        ['a.png', png],
        ['b.png', png],
      ],
      { path },
    )
    expect(both.value).toHaveLength(2)
    const wide = await drawn(2000, 1000).jpeg().toBuffer()
    const kept = () => readdirSync(folder()).filter((name) => !name.startsWith('.')).length
    const before = kept()
    expect(
      (
        await send(
          [
            ['a.png', png],
            ['wide.jpg', wide],
            ['b.txt', Buffer.from('x')],
          ],
          { path },
        )
      ).errorCode,
    ).toBe('BAD_INPUT')
    expect(kept()).toBe(before)
  })

  test('what is missing is named, and nothing of a refused upload stays', async () => {
    expect(await send([['a.png', png]])).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
      errorMsg: expect.stringContaining('type'),
    })
    expect(await send([], { type: 'image' })).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
      errorMsg: expect.stringContaining('file'),
    })
    expect((await send([['a.png', png]], { type: 'image', token: 'x'.repeat(43) })).status).toBe(401)
    const reader = await server.person({ roles: ['readonly'] })
    expect((await send([['a.png', png]], { type: 'image', token: reader.token })).errorCode).toBe('NO_PERMISSION')
    await expect.poll(() => readdirSync(folder()).filter((name) => name.startsWith('.'))).toEqual([])
    expect(existsSync(folder())).toBe(true)
  })

  test('no field can pose as a file and so name one of the machine', async () => {
    const outside = join(server.parts.dataDir, 'private.png')
    writeFileSync(outside, png)
    const posing = JSON.stringify({ path: outside, originalName: 'x', size: 1 })
    const type = 'content-type: application/json\r\n'
    const field = (name: string, value: string, more = '') =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n`
    for (const path of ['/api/file/upload/name', '/api/file/uploads/name'])
      for (const [query, body] of [
        ['', field('file', posing, type)],
        ['', field('file', `[${posing}]`, type)],
        ['', field('file', posing)],
        ['', field('type', '{"a":1}', type)],
        [`&file=${encodeURIComponent(posing)}&file=b`, ''],
      ] as const) {
        const init = { method: 'POST', headers: { authorization: writer.token } }
        const form = { ...init.headers, 'content-type': 'multipart/form-data; boundary=x' }
        const reply = await server.raw(
          `${path}?type=image${query}`,
          body === '' ? init : { ...init, headers: form, body: `${body}--x--\r\n` },
        )
        expect(reply.status, reply.text).toBe(200)
        expect(reply.errorCode, body).toMatch(/BAD_INPUT|MISSING_PARAMETER/)
      }
    expect(existsSync(outside)).toBe(true)
  })

  test('a name that no text may hold, or that is cut within a letter, does not stop an upload', async () => {
    for (const name of ['a%00b.png', `${'长'.repeat(199)}%F0%9F%99%82.png`, '%EF%BF%BF.png']) {
      const head = `content-disposition: form-data; name="file"; filename*=UTF-8''${name}`
      const reply = await server.raw('/api/file/upload/name?type=image', {
        method: 'POST',
        headers: { authorization: writer.token, 'content-type': 'multipart/form-data; boundary=x' },
        body: Buffer.concat([Buffer.from(`--x\r\n${head}\r\n\r\n`), png, Buffer.from('\r\n--x--\r\n')]),
      })
      expect(reply.errorMsg, name).toBe('')
    }
    const names = await server.parts.db.read.selectFrom('file').select('originalName').execute()
    for (const { originalName } of names) expect(originalName).toMatch(/^[^\p{Cc}\p{Cs}]*$/u)
  })

  const left = () => readdirSync(folder()).filter((name) => name.endsWith('.part'))
  const upload = (bytes: number) =>
    [
      `POST /api/file/upload/name?type=video HTTP/1.1\r\nhost: x\r\nauthorization: ${writer.token}`,
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${bytes + 500}\r\n`,
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n',
    ].join('\r\n')

  test('nothing stays of an upload whose sender goes away, or that is too large', async () => {
    const gone = connect(Number(new URL(server.url).port), '127.0.0.1')
    gone.write(upload(100_000) + 'x'.repeat(50_000))
    await expect.poll(left).toHaveLength(1)
    gone.destroy()
    await expect.poll(left).toEqual([])
    const large = await send([['a.mp4', new Uint8Array(videoBytesMax + 1)]], { type: 'video' })
    expect(large.errorCode).toBe('TOO_LARGE')
    await expect.poll(left).toEqual([])
  })

  test('what a process left that died is removed at the next start, what may still be arriving is not', async () => {
    const [old, fresh] = [join(folder(), '.old.part'), join(folder(), '.fresh.part')]
    for (const path of [old, fresh]) writeFileSync(path, 'x')
    utimesSync(old, 0, 0)
    await dropLeft(server.parts.dataDir)
    expect(left()).toEqual(['.fresh.part'])
    rmSync(fresh)
  })

  test('a cut or broken form is refused', async () => {
    const headers = { authorization: writer.token, 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await server.raw('/api/file/upload/name?type=image', {
      method: 'POST',
      headers,
      body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    })
    expect(reply.status).toBe(200)
    expect(reply.errorCode).toMatch(/BAD_INPUT|MISSING_PARAMETER/)
  })
})
