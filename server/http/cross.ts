import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Parts } from '../context.ts'
import { Kept } from '../db/kept.ts'
import { effective } from '../settings.ts'
import { serviceOf } from '../site/settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A browser says that a page of another site makes it ask; not those of the site's own pages that stand on another origin. */
    foreign: boolean
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

/** Whether these are the server's own pages, or the site's. A proxy may have told neither scheme nor host: what the settings name is ours too. */
async function isOwn({ headers, host }: FastifyRequest, origin: string, parts: Parts): Promise<boolean> {
  if (!URL.canParse(origin)) return false
  const { host: from } = new URL(origin)
  if (from === headers.host || from === host) return true
  const told = [await effective(parts, 'site.base'), await serviceNow(parts)]
  return told.some((one) => URL.canParse(one) && new URL(one).origin === origin)
}

/**
 * Whether a page of another site makes the browser ask, as the browser tells by headers that no page can set. Who tells nothing, a program or
 * an old browser, is not turned away; and a link that a reader follows is an act of their own.
 */
async function isForeign(request: FastifyRequest, parts: Parts): Promise<boolean> {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': into, origin } = request.headers
  if (request.method === 'GET' && into === 'document') return false
  if (site === 'same-origin' || site === 'none') return false
  if (origin !== undefined) return !(await isOwn(request, origin, parts))
  return site !== undefined
}

/** Lets the scripts of the site's pages make calls where these stand on another origin, as the settings say; nobody else's. */
export function letSiteCall(app: FastifyInstance, parts: Parts): void {
  app.decorateRequest('foreign', false)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    request.foreign = await isForeign(request, parts)
    if (origin === undefined || origin === `${request.protocol}://${request.headers.host}`) return
    if (origin !== (await siteOrigin(parts))) return
    reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      return reply.code(204).headers(allowed).send()
  })
}
