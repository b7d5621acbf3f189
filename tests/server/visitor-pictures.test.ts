import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer('sqlite', { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
})
afterAll(() => server.close())

const drawn = (side: number) => {
  const background = { r: 200, g: 30, b: 20 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
}
const upload = (bytes: Uint8Array, from: string, name = '现场.png') => {
  const body = new FormData()
  body.append('file', new Blob([bytes as BlobPart]), name)
  return server.raw('/x/mail/upload', { method: 'POST', headers: { 'x-forwarded-for': from }, body })
}

test('what takes apart too many points is refused in words before it is drawn: a photograph may have more of them', async () => {
  const png = await drawn(8).png().toBuffer()
  const says =
    '不能上传「现场.png」：PNG 图片的宽 × 高不能超过 3000 万像素，每种颜色 16 位的不能超过 1500 万像素，请缩小，或另存为 JPG 后再上传'
  for (const [side, depth] of [
    [5500, 8],
    [3900, 16],
  ] as const) {
    const wide = Buffer.from(png)
    wide.writeUInt32BE(side, 16)
    wide.writeUInt32BE(side, 20)
    wide.writeUInt8(depth, 24)
    expect(await upload(wide, '203.0.113.1')).toMatchObject({ errorCode: 'TOO_LARGE', errorMsg: says })
  }
  const photo = await drawn(5600).jpeg().toBuffer()
  expect(await upload(photo, '203.0.113.1', '现场.jpg')).toMatchObject({ errorCode: '0' })
})

test('a small picture waits behind no large one, and a network has one of these in the line', {
  timeout: 60_000,
}, async () => {
  const { visitorLargePictures } = server.parts.work
  const held = Promise.withResolvers<void>()
  const busy = visitorLargePictures.run('somebody', () => held.promise)
  const large = await drawn(1500).png().toBuffer()
  // whichever of the two is read first waits, and the other one is refused at once
  const both = [upload(large, '203.0.113.2'), upload(large, '203.0.113.2')]
  expect((await Promise.race(both)).errorCode).toBe('TOO_MANY')
  const small = await drawn(40).png().toBuffer()
  for (const from of ['203.0.113.3', '203.0.113.2']) expect((await upload(small, from)).errorCode).toBe('0')
  held.resolve()
  await busy
  expect((await Promise.all(both)).map(({ errorCode }) => errorCode).sort()).toEqual(['0', 'TOO_MANY'])
})
