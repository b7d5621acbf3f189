import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ownerOf } from './network.ts'

/** So many requests of one connection may wait for their answers: browsers, proxies and our own faces send one at a time. */
const unansweredMax = 16
/** Whoever takes nothing of an answer for so long gets no more of it. */
const unreadMs = 60_000

/** Connections of one network on which nobody has shown a session, in the order in which they came or last asked. */
interface OfNetwork {
  /** Those on which something is asked that is not answered yet. */
  readonly asking: Set<Socket>
  readonly idle: Set<Socket>
}

/** Which connections strangers hold, by their networks. */
function strangersHeld() {
  const networks = new Map<string, OfNetwork>()
  const of = new WeakMap<Socket, string>()
  let count = 0
  const heldBy = (socket: Socket) => networks.get(of.get(socket) ?? '')
  return {
    count: () => count,
    add(socket: Socket) {
      const network = ownerOf(socket.remoteAddress ?? '')
      of.set(socket, network)
      const held = networks.get(network) ?? { asking: new Set(), idle: new Set() }
      networks.set(network, held)
      held.idle.add(socket)
      count += 1
    },
    drop(socket: Socket) {
      const held = heldBy(socket)
      if (!held) return
      if (held.asking.delete(socket) || held.idle.delete(socket)) count -= 1
      if (held.asking.size + held.idle.size === 0) networks.delete(of.get(socket) as string)
      of.delete(socket)
    },
    asks(socket: Socket, is: boolean) {
      const held = heldBy(socket)
      if (!held) return
      held.asking.delete(socket)
      held.idle.delete(socket)
      ;(is ? held.asking : held.idle).add(socket)
    },
    /** Who goes for whoever comes: of the network that holds most, who asks nothing, then who asked longest ago. */
    first(comes: Socket): Socket | undefined {
      let [most, size] = [undefined as OfNetwork | undefined, 0]
      for (const held of networks.values()) {
        const own = held.asking.size + held.idle.size
        if (own > size) [most, size] = [held, own]
      }
      const [one, next] = most?.idle ?? []
      return (one === comes ? next : one) ?? most?.asking.values().next().value
    },
  }
}

/**
 * Of connections on which nobody has shown a session only so many stay open; of more, one of the network that holds most goes. Who comes finds
 * a place in any case, who is signed in keeps theirs, and no network's many end what another's few ask.
 */
function keepPlaces(app: FastifyInstance, strangersMax: number): void {
  const strangers = strangersHeld()
  app.server.on('connection', (socket: Socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.drop(socket))
    if (strangers.count() > strangersMax) strangers.first(socket)?.destroy()
  })
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    strangers.asks(socket, true)
    reply.raw.once('close', () => strangers.asks(socket, false))
    done()
  })
  // after the route has looked who calls
  app.addHook('preParsing', ({ who, raw: { socket } }, _reply, body, done) => {
    if (who) strangers.drop(socket)
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
