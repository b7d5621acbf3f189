import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { passLastsMs, passOf } from '../access/pass.ts'
import { mayWork } from '../access/places.ts'
import { whoHasPass } from '../access/session.ts'
import { asStaff, type Parts, type Who } from '../context.ts'
import { hiddenName } from '../site/pictures.ts'
import { sandboxed } from './answer.ts'

/**
 * Pictures that are on no page any more are still edited and looked back at: a browser asks for them without the token, as for any
 * picture. So the console's first call leaves a pass for them in a cookie, which opens nothing else and is worth as much as its session.
 */

const name = 'xzx-pictures'
/** What the console asks once when it opens. */
const givenBy = 'auth.info'

/** The header that leaves the pass; null: for another call, or for who is no person of the staff. */
export function passFor(parts: Parts, call: string, who: Who | null, request: FastifyRequest): string | null {
  if (call !== givenBy || who?.kind !== 'person') return null
  const value = passOf(parts, 'picture pass', who.sessionId)
  const secure = request.protocol === 'https' ? '; Secure' : ''
  return `${name}=${value}; Path=/uploads; Max-Age=${passLastsMs / 1000}; HttpOnly; SameSite=Strict${secure}`
}

/** Whether somebody of the staff stands behind a request for a picture, who could make a call from there now. */
async function hasPass(parts: Parts, { headers, ip }: FastifyRequest): Promise<boolean> {
  const value = (headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  const who = asStaff(await whoHasPass(parts, 'picture pass', value?.slice(name.length + 1) ?? '', parts.now()))
  return who?.kind === 'person' && mayWork(who, ip)
}

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

/** A picture that is on no page any more, for the staff. @returns null where it is not there, or not for this caller */
export async function hiddenPicture(
  parts: Parts,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  const path = join(parts.dataDir, hiddenName, file)
  const there = await lstat(path).catch(() => null)
  if (!there?.isFile() || !(await hasPass(parts, request))) return null
  return reply
    .code(200)
    .type(types[extname(file)] ?? 'application/octet-stream')
    .header('content-length', there.size)
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', sandboxed)
    .send(createReadStream(path))
}
