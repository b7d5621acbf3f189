import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { postSigned } from '../../server/ports/signed.ts'

const closing: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

/** Asks a service that answers so. */
async function ask(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return postSigned({ url, key: 'k', secret: 's' }, {})
}

test('of an answer without an end so much is read as is looked at, and the connection is given up', async () => {
  let sent = 0
  let gone = () => {}
  const ended = new Promise<void>((resolve) => {
    gone = resolve
  })
  const piece = 'x'.repeat(16 * 1024)
  const endless = (status: number) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    const timer = setInterval(() => {
      sent += piece.length
      response.write(piece)
    }, 5)
    response.on('close', () => {
      clearInterval(timer)
      gone()
    })
  }
  await expect(ask(endless(200))).rejects.toThrow('答复不是 JSON 对象')
  await ended
  expect(sent).toBeLessThan(1024 * 1024)
  await expect(ask(endless(500))).rejects.toThrow('答复 HTTP 500')
})

test('an answer in pieces is read whole, its characters too', async () => {
  const bytes = Buffer.from(JSON.stringify({ name: '张三' }))
  const told = await ask((response) => {
    response.write(bytes.subarray(0, 11))
    setTimeout(() => response.end(bytes.subarray(11)), 20)
  })
  expect(told).toEqual({ name: '张三' })
})

test('a body that does not come in time is told in the words of an answer that does not, and one that breaks off in its own', async () => {
  const within = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => within(300))
  await expect(ask((response) => void response.write('{'))).rejects.toThrow(/^没有在 10 秒内答复$/)
  await expect(ask(() => {})).rejects.toThrow(/^没有在 10 秒内答复$/)
  await expect(
    ask((response) => {
      response.write('{')
      setTimeout(() => response.destroy(), 20)
    }),
  ).rejects.toThrow(/^答复中断$/)
})
