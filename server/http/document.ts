import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Parts } from '../context.ts'
import { callerOf } from './caller.ts'
import { accepts } from './console.ts'
import { networkOf } from './network.ts'
import type { Untaken } from './untaken.ts'

interface Form {
  readonly encoding?: 'br' | 'gzip'
  readonly bytes: Buffer
}

interface Document {
  readonly etag: string
  /** The smallest first. */
  readonly forms: readonly Form[]
}

/** More than this saves a few KB and takes seconds. */
const brotliQuality = 6

async function documentOf(make: () => object): Promise<Document> {
  const bytes = Buffer.from(JSON.stringify(make()))
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  const forms: Form[] = [{ encoding: 'br', bytes: br }, { encoding: 'gzip', bytes: gz }, { bytes }]
  return { etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`, forms }
}

/** True where what the browser has is this one; a proxy that compresses marks it as weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))

/**
 * The interface's document at `/openapi.json`: made once, kept as it is sent. Whoever asks stands in the strangers' line, and what they leave
 * untaken counts against them.
 */
export function serveDocument(app: FastifyInstance, parts: Parts, untaken: Untaken, make: () => object): void {
  let made: Promise<Document> | undefined
  app.get('/openapi.json', async (request, reply) => {
    const caller = callerOf(null, request.ip)
    const alive = () => !request.raw.socket.destroyed
    const send = async () => {
      untaken.refuseMore(caller)
      made ??= documentOf(make)
      const { etag, forms } = await made
      const { encoding, bytes } = forms.find((one) => !one.encoding || accepts(request, one.encoding)) as Form
      reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
      if (isKnown(request.headers['if-none-match'], etag)) return null
      if (encoding) reply.header('content-encoding', encoding)
      if (request.method !== 'HEAD') untaken.add(caller, reply.raw, bytes.length)
      return bytes
    }
    const bytes = await parts.work.visitors.run(networkOf(request.ip), send, alive)
    if (bytes === null) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
}
