import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** So many requests of one connection may wait for their answers: browsers, proxies and our own faces send one at a time. */
const unansweredMax = 16
/** Whoever takes nothing of an answer for so long gets no more of it. */
const unreadMs = 60_000

/**
 * Of connections on which nobody has shown a session only so many stay open; of more, the one that asked longest ago goes. Who comes finds
 * a place in any case, and who is signed in keeps theirs.
 */
function keepPlaces(app: FastifyInstance, strangersMax: number): void {
  /** In the order of their last requests. */
  const strangers = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    if (strangers.size > strangersMax) strangers.values().next().value?.destroy()
  })
  app.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
    if (strangers.delete(socket)) strangers.add(socket)
    done()
  })
  // after the route has looked who calls
  app.addHook('preParsing', ({ who, raw: { socket } }, _reply, body, done) => {
    if (who) strangers.delete(socket)
    done(null, body)
  })
}

/**
 * Ends connections that ask on without taking their answers: answers that nobody reads would fill the memory, and all requests of one packet
 * are served before anybody else is.
 */
export function boundConnections(app: FastifyInstance, strangersMax: number): void {
  keepPlaces(app, strangersMax)
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
