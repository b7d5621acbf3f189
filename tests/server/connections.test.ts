import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`

/** Sends requests in one packet; answers the connection, and how many answers have come. */
function send(path: string, count: number): { socket: Socket; answers: () => number } {
  let heard = ''
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(ask(path).repeat(count)))
  socket.on('data', (data) => {
    heard += data.toString('latin1')
  })
  socket.on('error', () => {})
  return { socket, answers: () => heard.split('HTTP/1.1 200').length - 1 }
}

test('some requests that come together are all answered', async () => {
  const { socket, answers } = send('/healthz', 10)
  await expect.poll(answers).toBe(10)
  socket.write(ask('/healthz').repeat(10))
  await expect.poll(answers).toBe(20)
  socket.destroy()
})

test('who asks hundreds of times without waiting for an answer is cut off, and none of them is served', async () => {
  let served = 0
  server.app.server.on('request', (_request, response) => response.once('finish', () => (served += 1)))
  const { socket } = send('/openapi.json', 1000)
  await once(socket, 'close')
  expect(served).toBeLessThanOrEqual(16)
  expect((await server.raw('/healthz')).status).toBe(200)
})

test('who takes nothing of an answer is cut off', async () => {
  const { server: http } = server.app
  const { timeout } = http
  http.timeout = 1000
  const arrived = once(http, 'connection') as Promise<Socket[]>
  const { socket } = send('/openapi.json', 1)
  socket.pause()
  const [there] = (await arrived) as [Socket]
  // what the system itself keeps for a reader must be full first
  const full = () => {
    if (there.writableLength === 0) socket.write(ask('/openapi.json').repeat(8))
    return there.writableLength > 0
  }
  await expect.poll(full, { interval: 20, timeout: 10_000 }).toBe(true)
  await expect.poll(() => there.destroyed, { timeout: 10_000 }).toBe(true)
  http.timeout = timeout
  socket.destroy()
})
