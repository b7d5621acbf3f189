import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerShows, hereHeader, type Place, serverShows } from '../here-proof.ts'
import type { Secret } from '../secret.ts'
import { isForwarded } from './proxy.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/
const wordMost = 100
/** What is shown to one start of the server is nothing to the next. */
const boot = randomUUID()

/** What callers at a place are given to mark. */
const givenAt = (secret: Secret, { address, port }: Place): string => secret.mark('here', 'given', boot, address, port)

const placeOf = ({ socket }: FastifyRequest): Place => ({
  // a server that listens for both kinds of addresses writes the old ones so
  address: (socket.localAddress ?? '').replace(/^::ffff:/, ''),
  port: socket.localPort ?? 0,
})
const isLocal = (request: FastifyRequest): boolean => loopback.test(request.ip) && !isForwarded(request)

/** Answers who asks from this machine whether this is the server whose key they read. */
export function showHere(request: FastifyRequest, reply: FastifyReply, secret: Secret): void {
  const { [hereHeader]: word } = request.headers
  if (typeof word !== 'string' || word === '' || word.length > wordMost || !isLocal(request)) return
  const place = placeOf(request)
  void reply.header(hereHeader, serverShows(secret, { word, given: givenAt(secret, place), ...place }))
}

/** What a program that reads the key shows at a place, as if it had asked. */
export function hereShown(secret: Secret, place: Place): string {
  const given = { word: 'self', given: givenAt(secret, place), ...place }
  return callerShows(secret, { ...given, shown: serverShows(secret, given) }) as string
}

/**
 * Asked from this machine itself, by somebody who reads the server's key: a proxy on it that names nobody asks from the same address for
 * the whole world.
 */
export function isNear(request: FastifyRequest, secret: Secret): boolean {
  const { [hereHeader]: given } = request.headers
  // nearly every request shows nothing: what is due is not reckoned for it
  if (typeof given !== 'string' || !isLocal(request)) return false
  const [shown, due] = [Buffer.from(given), Buffer.from(hereShown(secret, placeOf(request)))]
  return shown.length === due.length && timingSafeEqual(shown, due)
}
