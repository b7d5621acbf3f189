import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerShows, hereHeader, serverShows } from '../here-proof.ts'
import type { Secret } from '../secret.ts'
import { isForwarded } from './proxy.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/
const wordMost = 100
/** What is shown to one start of the server is nothing to the next. */
const boot = randomUUID()

/** What callers at a port are given to mark. */
const givenAt = (secret: Secret, port: number): string => secret.mark('here', 'given', boot, port)

const portOf = ({ socket }: FastifyRequest): number => socket.localPort ?? 0
const isLocal = (request: FastifyRequest): boolean => loopback.test(request.ip) && !isForwarded(request)

/** Answers who asks from this machine whether this is the server whose key they read. */
export function showHere(request: FastifyRequest, reply: FastifyReply, secret: Secret): void {
  const { [hereHeader]: word } = request.headers
  if (typeof word !== 'string' || word === '' || word.length > wordMost || !isLocal(request)) return
  const port = portOf(request)
  void reply.header(hereHeader, serverShows(secret, { word, given: givenAt(secret, port), port }))
}

/** What a program that reads the key shows at a port, as if it had asked. */
export function hereShown(secret: Secret, port: number): string {
  const given = { word: 'self', given: givenAt(secret, port), port }
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
  const [shown, due] = [Buffer.from(given), Buffer.from(hereShown(secret, portOf(request)))]
  return shown.length === due.length && timingSafeEqual(shown, due)
}
