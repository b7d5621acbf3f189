import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Secret } from '../secret.ts'

/** Headers by which a proxy says for whom it asks. */
const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']
const loopback = /^(127\.|::1$|::ffff:127\.)/
/** Anybody can send such a header: each address is warned of once, and not without end. */
const most = 20

const isForwarded = (request: FastifyRequest) => forwarded.some((name) => request.headers[name] !== undefined)

/**
 * Asked from this machine itself, by somebody who reads the server's key: a proxy on it that names nobody asks from the same address for
 * the whole world.
 */
export function isNear(request: FastifyRequest, secret: Secret): boolean {
  const { 'x-here': given } = request.headers
  // nearly every request shows nothing: what is due is not reckoned for it
  if (typeof given !== 'string' || !loopback.test(request.ip) || isForwarded(request)) return false
  const [shown, due] = [Buffer.from(given), Buffer.from(secret.mark('here'))]
  return shown.length === due.length && timingSafeEqual(shown, due)
}

/** What a proxy says of its callers is passed over where it is not named: all behind it count as one address. */
const isUnnamed = (request: FastifyRequest) => isForwarded(request) && (request.ips?.length ?? 1) < 2

/**
 * Warns once of each proxy that is not named in XZX_PROXIES.
 * @returns whether there was one since the start
 */
export function watchProxies(app: FastifyInstance): () => boolean {
  const seen = new Set<string>()
  app.addHook('onRequest', async (request) => {
    if (!isUnnamed(request) || seen.has(request.ip) || seen.size >= most) return
    seen.add(request.ip)
    const says = `代理服务器 ${request.ip} 没有写在 XZX_PROXIES 中：经它来的访问者都算作同一个地址，登录限制会互相影响，浏览次数也会少计`
    // what is shown without further setting: a warning that nobody sees is none
    request.log.error({ address: request.ip }, says)
  })
  return () => seen.size > 0
}
