import sharp from 'sharp'
import type { Person, Reply, TestServer } from './server.ts'

/** The least that is a PDF by its content. */
export const pdf = (text = '') => Buffer.from(`%PDF-1.7\n${text}`)

/** As a package begins, and lists what it holds at its end. */
export const packed = (holds: string) =>
  Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(200), Buffer.from(holds)])

/** Uploads a file for the rows of a table. */
export function sendFile(server: TestServer, who: Person, to: string, name: string, bytes: Uint8Array = pdf()) {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const headers = { authorization: who.token }
  return server.raw(`/x/attachment/upload?to=${to}`, { method: 'POST', headers, body: form })
}

/** Asks for a file by its number. */
export const fetchFile = (server: TestServer, who: Person, id: string): Promise<Reply & { text: string }> =>
  server.raw(`/x/attachment/get?id=${id}`, { method: 'POST', headers: { authorization: who.token } }) as never

/** Uploads a picture of its own. @returns its address */
export async function uploadPicture(server: TestServer, who: Person, width: number, height: number): Promise<string> {
  const background = { r: Math.floor(Math.random() * 256), g: 90, b: 40 }
  const jpeg = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), '照片.jpg')
  const reply = await server.raw('/api/file/uploads/name', {
    ...{ method: 'POST', headers: { authorization: who.token } },
    body: form,
  })
  return reply.value[0].url
}
