import { once } from 'node:events'
import { fstat, ReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { FastifyReply } from 'fastify'

const standing = promisify(fstat)

/**
 * What is sent of a file that may be replaced at any time. Its length is looked at before it is opened: where it was replaced in between,
 * the length would be that of the one before, and the reader of a shorter one wait for an end that never comes.
 */
export async function asItIs(reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (!(payload instanceof ReadStream) || reply.statusCode !== 200) return payload
  if (payload.pending) await once(payload, 'open')
  const { fd } = payload as unknown as { readonly fd: number }
  const { size } = await standing(fd)
  if (size === Number(reply.getHeader('content-length'))) return payload
  const bytes = await readFile(payload.path)
  payload.destroy()
  reply.removeHeader('etag').removeHeader('last-modified')
  reply.header('content-length', bytes.length)
  return bytes
}
