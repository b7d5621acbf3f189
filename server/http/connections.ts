import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** So many requests of one connection may wait for their answers: browsers, proxies and our own faces send one at a time. */
const unansweredMax = 16
/** Whoever takes nothing of an answer for so long gets no more of it. */
const unreadMs = 60_000

/**
 * Ends connections that ask on without taking their answers: answers that nobody reads would fill the memory, and all requests of one packet
 * are served before anybody else is.
 */
export function boundConnections(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const count = (socket: Socket, more: 1 | -1) => {
    const now = (unanswered.get(socket) ?? 0) + more
    unanswered.set(socket, now)
    return now
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    if (count(socket, 1) > unansweredMax) socket.destroy()
    reply.raw.once('close', () => count(socket, -1))
    if (!socket.destroyed) return done()
    reply.hijack()
  })
  app.server.setTimeout(unreadMs, (socket) => {
    // who waits for a long answer is kept
    if (socket.writableLength > 0 || !unanswered.get(socket)) socket.destroy()
  })
}
