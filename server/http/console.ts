import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** Scripts only as files of our own; antd writes its styles into the page. Pictures in articles come from anywhere. */
const consolePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' blob: https: http:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // no text becomes markup or a script but through the one policy (web/data/trusted.ts)
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** The folder of the built console: in the package, beside the sources or the bundle alike. */
function consoleFolder(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at))
    if (existsSync(join(at, 'package.json')) || at === dirname(at)) return join(at, 'dist/web')
}

const reading = new Map<string, Promise<Buffer | null>>()
const held = new Map<string, WeakRef<Buffer>>()

/** A file as it is for good. Whoever is being sent it holds it; all who ask meanwhile share it. */
async function lastingBytes(file: string): Promise<Buffer | null> {
  const known = held.get(file)?.deref()
  if (known) return known
  const read = reading.get(file) ?? bytesOf(file).finally(() => reading.delete(file))
  reading.set(file, read)
  const bytes = await read
  if (bytes) held.set(file, new WeakRef(bytes))
  return bytes
}

const bytesOf = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null)

/** True when the header allows this encoding (`br;q=0` does not). */
export const accepts = (request: FastifyRequest, encoding: string) =>
  new RegExp(`(^|[\\s,])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    String(request.headers['accept-encoding'] ?? ''),
  )

/** The smallest form of a file that the browser takes; null when there is none. */
async function findFile(
  request: FastifyRequest,
  file: string,
  read: typeof bytesOf,
): Promise<{ bytes: Buffer; encoding?: string } | null> {
  for (const [encoding, ending] of encodings) {
    const bytes = accepts(request, encoding) ? await read(file + ending) : null
    if (bytes) return { bytes, encoding }
  }
  const bytes = await read(file)
  return bytes && { bytes }
}

async function send(request: FastifyRequest, reply: FastifyReply, file: string, cache: string, read = bytesOf) {
  const found = await findFile(request, file, read)
  if (!found) return null
  if (found.encoding) reply.header('content-encoding', found.encoding)
  return reply
    .header('vary', 'accept-encoding')
    .header('cache-control', cache)
    .header('content-security-policy', consolePolicy)
    .type(types[extname(file)] ?? 'application/octet-stream')
    .send(found.bytes)
}

/**
 * The consoles: the sign-in pages at /web/ and /web/report/, the shell for every address under /web/main and those of the reporting console, and their files.
 * @param notBuilt what stands at /web/ while there is no bundle
 */
export function serveConsole(
  app: FastifyInstance,
  notBuilt: (reply: FastifyReply) => FastifyReply,
  notFound: (reply: FastifyReply) => FastifyReply,
): void {
  const folder = consoleFolder()
  const page = (name: string) => async (request: FastifyRequest, reply: FastifyReply) =>
    (await send(request, reply, join(folder, name), 'no-cache')) ?? notBuilt(reply)
  app.get('/web', async (_request, reply) => reply.redirect('/web/', 302))
  app.get('/web/', page('index.html'))
  app.get('/web/main', page('main.html'))
  app.get('/web/main/*', page('main.html'))
  app.get('/web/report', async (_request, reply) => reply.redirect('/web/report/', 302))
  app.get('/web/report/', page('index.html'))
  for (const part of ['home', 'article']) {
    app.get(`/web/report/${part}`, page('main.html'))
    app.get(`/web/report/${part}/*`, page('main.html'))
  }
  app.get('/web/assets/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const known = /^[\w-]+(\.[\w-]+)*\.(js|css|svg|woff2|png)$/.test(file)
    const cache = 'public, max-age=31536000, immutable'
    return (known && (await send(request, reply, join(folder, 'assets', file), cache, lastingBytes))) || notFound(reply)
  })
  app.get('/web/*', async (_request, reply) => notFound(reply))
}
