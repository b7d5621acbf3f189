import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Headers by which a proxy says for whom it asks. */
const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']
/** Anybody can send such a header: each address is warned of once, and not without end. */
const most = 20

export const isForwarded = (request: FastifyRequest): boolean =>
  forwarded.some((name) => request.headers[name] !== undefined)

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

/** An address as some proxies write it, with a port: 10.9.9.5:1234, [2001:db8::1]:443. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d{1,5})?$/

/** The address alone; '': it is none. */
function addressIn(hop: string): string {
  const [, four, six] = withPort.exec(hop) ?? []
  const address = four ?? six ?? hop
  return isIP(address) === 0 ? '' : address
}

/**
 * What named proxies say of whom they ask for, without ports. What is no address is nobody's, and what stands before it was written by
 * whoever came through there: the caller is then the proxy itself.
 */
export function mendForwarded(headers: IncomingHttpHeaders): void {
  const { 'x-forwarded-for': given } = headers
  if (given === undefined) return
  const hops = String(given)
    .split(',')
    .map((hop) => addressIn(hop.trim()))
  const told = hops.slice(hops.lastIndexOf('') + 1)
  if (told.length > 0) headers['x-forwarded-for'] = told.join(', ')
  else delete headers['x-forwarded-for']
}
