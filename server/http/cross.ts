import type { FastifyInstance } from 'fastify'
import type { Parts } from '../context.ts'
import { Kept } from '../db/kept.ts'
import { effective } from '../settings.ts'
import { serviceOf } from '../site/settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** It comes from a page of the site that stands on another origin. */
    ofSite: boolean
  }
}

const allowed = {
  'access-control-allow-methods': 'GET, POST',
  // no token: what is asked from there is open to everybody
  'access-control-allow-headers': 'content-type, x-request-key',
  'access-control-max-age': '600',
}

const services = new Kept<string>(2)
/** Where the pages call from, beside their own origin, as their policy names it; '': from nowhere. Every page asks. */
export const serviceNow = (parts: Parts): Promise<string> =>
  services.get(parts.db, '', async () => serviceOf({ 'site.service': await effective(parts, 'site.service') }))

/** The origin of the site's pages where that is another one than where the calls are; null: it is the same. */
async function siteOrigin(parts: Parts): Promise<string | null> {
  if ((await serviceNow(parts)) === '') return null
  const base = await effective(parts, 'site.base')
  return URL.canParse(base) ? new URL(base).origin : null
}

/** Lets the scripts of the site's pages make calls where these stand on another origin, as the settings say; nobody else's. */
export function letSiteCall(app: FastifyInstance, parts: Parts): void {
  app.decorateRequest('ofSite', false)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || origin === `${request.protocol}://${request.headers.host}`) return
    if (origin !== (await siteOrigin(parts))) return
    request.ofSite = true
    reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      return reply.code(204).headers(allowed).send()
  })
}
