import { once } from 'node:events'
import { Agent, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { anArticle, makeColumn, startServer, type TestServer } from '../support/server.ts'

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
  // the first time it is made
  await server.raw('/openapi.json')
  const arrived = once(http, 'connection') as Promise<Socket[]>
  const { socket } = send('/openapi.json', 1)
  socket.pause()
  const [there] = (await arrived) as [Socket]
  // what the system itself keeps for a reader must be full first
  const full = () => {
    if (there.writableLength === 0) socket.write(ask('/openapi.json'))
    return there.writableLength > 0
  }
  await expect.poll(full, { interval: 20, timeout: 10_000 }).toBe(true)
  await expect.poll(() => there.destroyed, { timeout: 10_000 }).toBe(true)
  http.timeout = timeout
  socket.destroy()
})

test('strangers who hold connections open keep nobody out, and end none of the staff’s', async () => {
  const small = await startServer('sqlite', { limits: { ...limitsFrom({}), strangers: 20 } })
  const staff = await small.person({ roles: ['staff'] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** On the one connection of the agent. */
  const list = () =>
    new Promise<string>((resolve, reject) => {
      const headers = { authorization: staff.token, 'content-type': 'application/json' }
      const sent = request(`${small.url}/api/article/list`, { method: 'POST', headers, agent }, (answer) => {
        let text = ''
        answer.on('data', (piece) => (text += piece)).on('end', () => resolve(text))
      })
      sent.on('error', reject).end('{}')
    })
  expect(await list()).toContain('"errorCode":"0"')
  const [own] = Object.values(agent.freeSockets).flat()
  const port = Number(new URL(small.url).port)
  /** A body that never comes. */
  const hold = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(
      'POST /user/loginNoCode HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n',
    )
    return socket
  }
  const held: Socket[] = []
  for (let i = 0; i < 60; i += 1) held.push(await hold())
  const open = () => held.filter(({ closed, destroyed }) => !closed && !destroyed).length
  await expect.poll(open).toBeLessThanOrEqual(20)
  expect(held.at(-1)?.destroyed).toBe(false)
  expect((await staff.call('article.list', {})).errorCode).toBe('0')
  expect(await list()).toContain('"errorCode":"0"')
  expect(Object.values(agent.freeSockets).flat()).toEqual([own])
  for (const socket of held) socket.destroy()
  agent.destroy()
  await small.close()
})

test('connections that one network holds open end none on which another one asks', async () => {
  const small = await startServer('sqlite', { limits: { ...limitsFrom({}), strangers: 20 } })
  const port = Number(new URL(small.url).port)
  const opened: Socket[] = []
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    await once(socket, 'connect')
    opened.push(socket)
    return socket
  }
  const body = '{"content":"路灯坏了"}'
  // somebody on a slow line, whose letter is under way
  const slow = await open('127.0.1.7')
  let heard = ''
  slow.on('data', (data) => (heard += data.toString('utf8')))
  const came = once(small.app.server, 'request')
  const head = `POST /web/mail/save HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  slow.write(head)
  await came
  const flood: Socket[] = []
  for (let i = 0; i < 60; i += 1) flood.push(await open('127.0.1.8'))
  const left = () => flood.filter(({ closed, destroyed }) => !closed && !destroyed).length
  await expect.poll(left).toBeLessThanOrEqual(19)
  slow.write(body)
  await expect.poll(() => heard).toContain('errorCode')
  for (const socket of opened) socket.destroy()
  await small.close()
})

test('answers that one user leaves untaken hold so much memory and no more; colleagues are served, and so is the user afterwards', async () => {
  const [user, colleague] = [await server.person({ roles: ['admin'] }), await server.person({ roles: ['staff'] })]
  const long = anArticle(await makeColumn(server), { content: `<p>${'县'.repeat(600_000)}</p>` })
  const { articleId } = (await user.call('article.saveAdmin', long)).value
  const answers = new Map<ServerResponse, number>()
  const heard = (_request: unknown, response: ServerResponse) => {
    const end = response.end.bind(response) as (body: string, ...more: unknown[]) => ServerResponse
    response.end = ((body: string, ...more: unknown[]) => {
      answers.set(response, Buffer.byteLength(body))
      return end(body, ...more)
    }) as typeof response.end
  }
  server.app.server.on('request', heard)
  const requests = `GET /api/article/view?articleID=${articleId} HTTP/1.1\r\nHost: a\r\nAuthorization: ${user.token}\r\n\r\n`
  const held = Array.from({ length: 40 }, () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {}).pause()
    socket.write(requests.repeat(8))
    return socket
  })
  // 576 MB in all
  await expect.poll(() => answers.size, { timeout: 45_000 }).toBe(320)
  const bytes = [...answers].reduce((sum, [one, size]) => sum + (one.writableFinished ? 0 : size), 0)
  expect(bytes).toBeGreaterThan(20_000_000)
  expect(bytes).toBeLessThan(80_000_000)
  expect([...answers.values()].filter((size) => size < 1000).length).toBeGreaterThan(100)
  expect((await colleague.call('article.list', {})).errorCode).toBe('0')
  for (const socket of held) socket.destroy()
  await expect.poll(async () => (await user.call('article.list', {})).errorCode).toBe('0')
  server.app.server.off('request', heard)
})

test('bodies of one user that never end hold so much memory and no more; colleagues are served, and so is the user afterwards', async () => {
  const [user, colleague] = [await server.person({ roles: ['staff'] }), await server.person({ roles: ['staff'] })]
  const long = { keyword: '县'.repeat(30), title: ' '.repeat(100_000) }
  const size = 1_900_000
  const head = `POST /api/article/list HTTP/1.1\r\nHost: a\r\nAuthorization: ${user.token}\r\nContent-Type: application/json\r\n`
  let refused = 0
  const held = Array.from({ length: 60 }, () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {}).on('data', (data) => (refused += data.includes('同时提交的内容过多') ? 1 : 0))
    socket.write(`${head}Content-Length: ${size + 1}\r\n\r\n${' '.repeat(size)}`)
    return socket
  })
  // 64 MB are room for 35 of them at most
  await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThanOrEqual(25)
  const asked = (who: typeof user) => who.call('article.list', long).then(({ errorCode }) => errorCode)
  expect(await asked(colleague)).not.toBe('TOO_MANY')
  for (const socket of held) socket.destroy()
  await expect.poll(() => asked(user)).not.toBe('TOO_MANY')
})
