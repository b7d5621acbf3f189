import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bare } from '../../server/areas/file/bare.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const u32 = (n: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(n)
  return bytes
}
/** A chunk of a PNG. */
const chunk = (name: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([u32(data.length), named, u32(crc32(named))])
}
/** A segment of a JPEG. */
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const latin = (text: string) => Buffer.from(text, 'latin1')
const within = (bytes: Buffer, at: number, more: readonly Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...more, bytes.subarray(at)])
/** Behind the header of a PNG, and behind the first marker of a JPEG. */
const behind = { png: 33, jpg: 2 }

describe('what a picture says beside its points', () => {
  let server: TestServer
  let writer: Person
  let png: Buffer
  let jpg: Buffer
  const packed = deflateSync(Buffer.alloc(30_000_000, 'A'), { level: 9 })
  const bombs = [
    ...['zTXt', 'zTXt', 'zTXt'].map((name, i) => chunk(name, Buffer.concat([latin(`k${i}\0\0`), packed]))),
    ...[3, 4, 5].map((i) => chunk('iTXt', Buffer.concat([latin(`k${i}\0\x01\0\0\0`), packed]))),
    chunk('iCCP', Buffer.concat([latin('p\0\0'), packed])),
  ]
  beforeAll(async () => {
    server = await startServer()
    writer = await server.person({ roles: ['staff'] })
    const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    png = await drawn.png().toBuffer()
    jpg = await drawn.jpeg().toBuffer()
  })
  afterAll(() => server.close())

  /** Milliseconds of processor that an upload takes, in all threads. */
  const costOf = async (bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'a.png')
    const before = process.cpuUsage()
    const path = '/api/file/upload/name?type=image'
    const sent = await server.raw(path, { method: 'POST', headers: { authorization: writer.token }, body: form })
    const { user, system } = process.cpuUsage(before)
    expect(sent.value).toMatchObject({ width: 40, height: 30 })
    return (user + system) / 1000
  }
  test('texts that unpack to 30 MB each cost an upload nothing', async () => {
    await costOf(png)
    const plain = await costOf(png)
    const bomb = await costOf(within(png, behind.png, bombs))
    expect((bomb + 100) / (plain + 100), `${plain} → ${bomb} ms`).toBeLessThan(4)
  })

  test('of a PNG the points stay, and no text, however many chunks there are', () => {
    const more = [...bombs, ...Array<Buffer>(100_000).fill(chunk('tEXt', latin('a\0b')))]
    const tail = [chunk('tIME', Buffer.alloc(7)), chunk('zTXt', latin('a\0\0b'))]
    const end = png.length - 12
    expect(bare.png(within(within(png, end, tail), behind.png, more)).toString('hex')).toBe(
      bare.png(Buffer.from(png)).toString('hex'),
    )
    expect(bare.png(within(png, behind.png, bombs)).length).toBeLessThanOrEqual(png.length)
  })

  test('of a JPEG the points stay, and no remark or note of a program', () => {
    const more = [
      segment(0xfe, Buffer.alloc(65_000)),
      segment(0xe1, latin(`http://ns.adobe.com/xmp/extension/\0${'x'.repeat(1000)}`)),
      ...Array.from({ length: 100 }, () => segment(0xe2, latin(`ICC_PROFILE\0\x01\x64${'x'.repeat(60_000)}`))),
      ...Array<Buffer>(100_000).fill(segment(0xed, Buffer.alloc(0))),
    ]
    expect(bare.jpg(within(jpg, behind.jpg, more)).equals(jpg)).toBe(true)
    // a second picture behind the first, as telephones put it, goes too
    expect(bare.jpg(Buffer.concat([jpg, jpg])).equals(jpg)).toBe(true)
  })

  test.each(['png', 'jpg'] as const)(
    'a %s keeps its colour profile and is turned as its camera was held',
    async (ending) => {
      const noted = await sharp(ending === 'png' ? png : jpg)
        .withIccProfile('p3')
        .withExif({ IFD0: { Copyright: '秘密', Make: '相机' } })
        .withMetadata({ orientation: 6 })
        .toBuffer()
      const before = await sharp(noted).metadata()
      const bytes = bare[ending](Buffer.from(noted))
      const { icc, orientation, exif, width, height } = await sharp(bytes).metadata()
      expect({ icc, orientation, width, height }).toEqual({ icc: before.icc, orientation: 6, width: 40, height: 30 })
      expect(exif?.includes('Copyright') || exif?.includes('秘密')).toBe(false)
      const points = (from: Buffer) => sharp(from).autoOrient().raw().toBuffer()
      expect((await points(bytes)).equals(await points(noted))).toBe(true)
    },
  )

  test('a picture in several passes, or cut anywhere, is the same to the library as before', async () => {
    const noise = sharp({
      create: {
        width: 60,
        height: 50,
        channels: 3,
        background: 'grey',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
    const whole = await noise.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    const points = (from: Buffer) =>
      sharp(from, { failOn: 'error' })
        .raw()
        .toBuffer()
        .then((raw) => raw.toString('base64'))
        .catch(() => 'broken')
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
      const cut = whole.subarray(0, Math.ceil(whole.length * share))
      expect(await points(bare.jpg(Buffer.from(cut))), String(share)).toBe(await points(cut))
    }
    for (let length = 8; length < png.length; length += 7) {
      const cut = png.subarray(0, length)
      expect(await points(bare.png(Buffer.from(cut))), String(length)).toBe(await points(cut))
    }
  })
})
