import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { eachEndpoint, wholeContract } from '../core/contract/areas.ts'
import { type Area, type Endpoint, permissionKey } from '../core/contract/endpoint.ts'
import { openApi } from '../core/contract/openapi.ts'
import { canRehearse, rehearsalOf } from '../core/contract/rehearsal.ts'
import { documentOf } from '../core/contract/replies.ts'
import { accessHeader, decode } from '../core/contract/wire.ts'
import { Refused } from '../core/errors.ts'
import { refuseOutside, refuseUnbound } from './access/places.ts'
import { bareToken, whoHas, whoHasPass } from './access/session.ts'
import { loadAreas } from './areas.ts'
import { asStaff, type Call, type Parts, type Who } from './context.ts'
import { isFull } from './full-disk.ts'
import {
  asRefused,
  baseHeaders,
  framedHeaders,
  pagePolicy,
  refusal,
  refusalPage,
  statusOf,
  success,
} from './http/answer.ts'
import { callerOf } from './http/caller.ts'
import { boundConnections } from './http/connections.ts'
import { letSiteCall } from './http/cross.ts'
import { serveDocument } from './http/document.ts'
import { dropUploads, readForm } from './http/form.ts'
import { isNear } from './http/near.ts'
import { networkOf, ownerOf } from './http/network.ts'
import { servePages } from './http/pages.ts'
import { passFor } from './http/picture-pass.ts'
import { mendForwarded, watchProxies } from './http/proxy.ts'
import { isUrlencoded, parseJson, parseUrlencoded, readBody, refuseHostileIn, roomOf } from './http/read.ts'
import { type Untaken, untakenOf } from './http/untaken.ts'
import { labelOf, requireBody } from './http/validate.ts'
import {
  admit,
  FileReply,
  type Handler,
  InJson,
  idsIn,
  judged,
  mayBeTold,
  perform,
  recordFailed,
  recordRefused,
  recordRehearsed,
  refusalSays,
} from './pipeline.ts'
import { laterDone } from './work/later.ts'

declare module 'fastify' {
  interface FastifyRequest {
    who: Who | null
    /** One of the staff who asks for what is open to everybody: served as a stranger, but in no line behind them. */
    staff: boolean
  }
  interface FastifyContextConfig {
    /** So long a body of strangers and visitors may be. */
    bodyBytes?: number
    /** The body may be a form of names and values. */
    urlencoded?: boolean
    /** Forms in a frame call it: `Endpoint.pass`. */
    pass?: boolean
    /** A browser without scripts shows what it answers: also what it refuses is a page. */
    page?: boolean
  }
}

/**
 * A body with none of the staff behind it, where the call says nothing else: what signs in takes a tenth of it. A thousand strangers are not to fill the memory, and thirty that
 * send thousands of fields or lists in lists at once not to hold up the others.
 */
const strangersBytes = 8 * 1024
/** What is taken apart in a few milliseconds, whatever is in it: so much of the staff's is read as it comes, and saves that come together share a commit. */
const shortBytes = 16 * 1024
/**
 * So much of one user's may be on its way or wait to be read: two thousand bodies of 2 MB that never end would else be in memory for a minute.
 * As much may wait for one who takes no answers.
 */
const userBytes = 64 * 1024 * 1024
const printable = /^[\w.-]{1,64}$/

/** @throws Refused BAD_INPUT for one that is not kept: whoever sends it relies on it */
function keyOf(given: string | string[] | undefined): string {
  if (given === undefined || given === '') return ''
  if (typeof given === 'string' && printable.test(given)) return given
  throw new Refused('BAD_INPUT', '请求标识（x-request-key）只能由字母、数字、点、横线和下划线组成，不超过 64 个')
}

function callOf(
  request: FastifyRequest,
  { secret }: Parts,
  name: string,
  key: string,
  e: Endpoint,
  dry: boolean,
): Call {
  const { appkey: appKey, 'x-request-key': requestKey, 'x-dry-run': manner } = request.headers
  // whoever sends it relies on nothing being done
  if (manner !== undefined && !(dry && manner === 'ahead'))
    throw new Refused('BAD_INPUT', '演练请用以 /x/dry-run/ 开头的地址，请求头 x-dry-run 不起这个作用')
  return {
    name,
    key,
    says: e.says,
    address: request.ip,
    near: isNear(request, secret),
    appKey: appKey === 'reportSite' ? appKey : 'admin',
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    foreign: request.foreign,
    wantsImage: /^image\//.test(request.headers.accept ?? ''),
    requestId: request.id,
    gone: () => request.raw.socket.destroyed,
    requestKey: dry ? '' : keyOf(requestKey),
    dry,
    ahead: dry && manner === 'ahead',
  }
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  reply.header('content-type', file.type).headers(file.headers)
  if (file.type.startsWith('text/html')) reply.header('content-security-policy', pagePolicy)
  if (file.name !== null) {
    const encoded = encodeURIComponent(file.name)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encoded}`)
  }
  return reply.send(file.body)
}

const [before = '', after = ''] = JSON.stringify(success(null, '')).split('null')
/** What is longer is sent in pieces: to copy it would take longer than to send it. */
const copiedBytes = 16 * 1024

/** A value that is in JSON already, in its envelope. */
function inEnvelope(e: Endpoint, { bytes }: InJson, requestId: string): { size: number; body: Buffer | Readable } {
  const ends = e.reply === 'raw' ? ['', ''] : [before, after.replace('""', JSON.stringify(requestId))]
  const [head, tail] = ends.map((text) => Buffer.from(text)) as [Buffer, Buffer]
  const pieces = [head, bytes, tail]
  const size = head.length + bytes.length + tail.length
  return { size, body: size > copiedBytes ? Readable.from(pieces, { objectMode: false }) : Buffer.concat(pieces) }
}

/** The answer to a call that went well. */
function answerOf(e: Endpoint, value: unknown, requestId: string): { size: number; body: string | Buffer | Readable } {
  if (value instanceof InJson) return inEnvelope(e, value, requestId)
  const body = JSON.stringify(e.reply === 'raw' ? (value ?? null) : success(value, requestId))
  return { size: Buffer.byteLength(body), body }
}

/**
 * Reads that are open to everybody, of which a stranger can ask for any number: networks take turns, and between two of them everybody
 * else is served. Who is signed in does not stand in that line, wherever they sit.
 */
async function inTurn<T>(request: FastifyRequest, parts: Parts, work: () => Promise<T>): Promise<T> {
  if (request.staff) return work()
  return parts.work.visitors.run(networkOf(request.ip), work, () => !request.raw.socket.destroyed)
}

/** A form with its files; what these take on the disk is given back with the answer. */
async function formOf(request: FastifyRequest, reply: FastifyReply, { dataDir, work }: Parts, { bodyBytes }: Endpoint) {
  if (asStaff(request.who) || bodyBytes === undefined) return readForm(request, dataDir)
  const held = work.arriving(ownerOf(request.ip))
  reply.raw.once('close', () => {
    for (const one of held) one.leave()
  })
  return readForm(request, dataDir, { most: bodyBytes, held })
}

const methodsOf = (method: Endpoint['method']) =>
  method === 'ANY' ? ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] : method

/** One route from one declaration: who → may → valid → work (docs/rules.md, A request). */
function route(
  app: FastifyInstance,
  parts: Parts,
  untaken: Untaken,
  area: string,
  name: string,
  e: Endpoint,
  handler: Handler,
  dry = false,
): void {
  const key = permissionKey(area, name, e)
  // what changes something has a row of its own, and so have files that leave the system
  const about = e.about ?? area
  const writes = e.effect === 'write' && !dry
  const readsOnly = dry || (!writes && documentOf(e)?.kept !== true)
  const telling = async <T>(request: FastifyRequest, work: () => Promise<T>, input?: unknown): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refused && mayBeTold(e, error)) {
        const call = callOf(request, parts, `${area}.${name}`, key, e, dry)
        if (writes) await recordRefused(parts, e, call, request.who, error, input)
        else if (dry) await recordRehearsed(parts, e, call, request.who, error, input)
        else parts.uses.note(call, request.who, refusalSays(error), parts.now(), idsIn(about, input, area))
      }
      throw error
    }
  }
  app.route({
    method: methodsOf(e.method),
    exposeHeadRoute: false,
    config: {
      urlencoded: e.urlencoded === true,
      pass: e.pass === true,
      page: e.own === true && e.reply === 'page' && e.access === 'public',
      ...(e.bodyBytes !== undefined && { bodyBytes: e.bodyBytes }),
    },
    url: e.path.replace(/\{(\w+)\}/g, ':$1'),
    // before the body is read: a stranger learns nothing of what would have been wrong with it
    onRequest: async (request) => {
      const token = bareToken(request.headers.authorization)
      const { pass } = request.query as { pass?: unknown }
      const shown = e.pass && token === '' && typeof pass === 'string' ? pass : ''
      const who = await (shown
        ? whoHasPass(parts, 'editor pass', shown, parts.now())
        : whoHas(parts, token, parts.now()))
      request.staff = asStaff(who) !== null
      // what is open to everybody knows its visitor, and treats the staff as it treats strangers
      request.who = e.access === 'public' && request.staff ? null : who
      await telling(request, async () => {
        admit(e, key, who, token !== '' || shown !== '')
        // who leaves may do so from anywhere, and what is open is so to everybody
        const staff = e.access === 'public' || e.access === 'session' ? null : asStaff(who)
        if (staff) refuseOutside(staff, { address: request.ip, near: isNear(request, parts.secret) })
        if (staff && !e.unbound) refuseUnbound(staff)
      })
    },
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>
      const isForm = e.send === 'form' && (request.isMultipart() || !e.urlencoded)
      const form = isForm ? await formOf(request, reply, parts, e) : undefined
      if (form) reply.raw.once('close', () => void dropUploads(form.uploads))
      const body = form ? form.fields : request.method === 'GET' ? undefined : request.body
      requireBody(e, body, query)
      const path = request.params as Record<string, unknown>
      const incoming = decode(e, { path, query, headers: request.headers, body })
      // what no field is called is passed over, and yet no body may be more than this
      refuseHostileIn(body, incoming, (field) => labelOf(e, field))
      const call = callOf(request, parts, `${area}.${name}`, key, e, dry)
      const input = await judged(e, handler, parts, call, request.who, incoming)
      const work = () => telling(request, () => perform(e, handler, parts, call, request.who, input), input)
      const caller = callerOf(request.who, request.ip)
      untaken.refuseMore(caller)
      const value = e.access === 'public' && e.effect === 'read' ? await inTurn(request, parts, work) : await work()
      await recordFailed(parts, e, call, request.who, input, value)
      if (readsOnly && asStaff(request.who)?.kind === 'script')
        parts.uses.note(call, request.who, null, parts.now(), idsIn(about, input))
      // some that came together
      if (e.effect === 'read') untaken.refuseMore(caller)
      if (value instanceof FileReply) {
        const { body } = value
        if (typeof body === 'string' || body instanceof Uint8Array)
          untaken.add(caller, reply.raw, Buffer.byteLength(body))
        return sendFile(reply, value)
      }
      const { size, body: answer } = answerOf(e, value, request.id)
      untaken.add(caller, reply.raw, size)
      const pass = passFor(parts, call.name, request.who, request)
      if (pass) reply.header('set-cookie', pass)
      if (answer instanceof Readable) reply.header('content-length', size)
      if (e.pass) reply.headers(framedHeaders)
      return reply.type('application/json; charset=utf-8').send(answer)
    },
  })
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]?.slice(0, 200)
    refuse(new Refused('UNKNOWN_CALL', `没有这个接口：${request.method} ${path}`), request, reply)
  })
}

/** The caller went away while a stream was being sent: no fault of ours, and no line of the log for whoever likes to do that. */
const isGone = (error: unknown, request: FastifyRequest) =>
  request.raw.socket.destroyed && (error as { code?: string } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE'

const fullEveryMs = 60_000
let fullToldAt = Number.NEGATIVE_INFINITY

/** A full disk refuses every save, and the log may lie on that very disk: one line, and not each time. */
function tellFull(request: FastifyRequest, url: string | undefined): void {
  const now = performance.now()
  if (now - fullToldAt < fullEveryMs) return
  fullToldAt = now
  request.log.error({ url }, '磁盘空间不足，操作没有完成（1 分钟内不再重复记录）')
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refused = fastifyRefusal(error) ?? asRefused(error)
  const at = request.url.split('?')[0]
  if (isFull(error)) tellFull(request, at)
  else if (refused.code === 'FAULT' && !isGone(error, request)) request.log.error({ err: error, url: at }, 'fault')
  // an editor shows `state` and nothing else
  const { pass, page } = request.routeOptions.config
  if (page && /\btext\/html\b/.test(request.headers.accept ?? ''))
    return void reply
      .code(statusOf(refused))
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
      .send(refusalPage(refused.message))
  if (pass) reply.headers(framedHeaders)
  const body = { ...refusal(refused, request.id), ...(pass && { state: refused.message }) }
  reply.code(statusOf(refused)).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Fastify's own refusals in our words: all of them would be a 4xx, which signs the console's user out. */
const fastifyRefusals: Readonly<Record<string, Refused>> = {
  FST_ERR_BAD_URL: new Refused('BAD_INPUT', '地址含有无法识别的字符'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refused('BAD_INPUT', '请以 JSON 提交（Content-Type: application/json）'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refused('BAD_INPUT', '提交的内容与声明的长度不符'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Refused('TOO_LARGE', '提交的内容过大'),
}
const badRequest = new Refused('BAD_INPUT', '请求格式不正确')

function fastifyRefusal(error: unknown): Refused | undefined {
  const { code = '', statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number }
  return fastifyRefusals[code] ?? (code.startsWith('FST_') && statusCode < 500 ? badRequest : undefined)
}

/** A path with a broken % sequence still finds its route, so that it is judged after the session like any other. */
function mendPath(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replace(/%/g, '%25') + (end < 0 ? '' : url.slice(end))
  }
}

/**
 * What a request that is no HTTP gets; the connection is closed. One on which nothing was asked gets no word: browsers open some ahead,
 * and would take it for the answer to their next request.
 */
function answerGarbage(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy()
  const body = JSON.stringify(refusal(badRequest, randomUUID()))
  const headers = {
    ...baseHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n${body}`)
  // what comes after it is not heard: it would be done, and nobody could tell its sender
  socket.destroySoon()
}

/** No call is at this address, whatever other address would fit it: a write that can't be tried is not taken for another that can. */
function nothingAt(app: FastifyInstance, { method, path }: Endpoint): void {
  app.route({
    method: methodsOf(method),
    url: path,
    exposeHeadRoute: false,
    handler: (_request, reply) => reply.callNotFound(),
  })
}

/** What a server is built with beside its parts. */
export interface AppOptions {
  readonly logger?: boolean | object
  /** Areas beside the contract's: their calls, and what does their work. */
  readonly more?: Readonly<
    Record<string, { readonly calls: Area; readonly handlers: Readonly<Record<string, Handler>> }>
  >
}

/** Builds the server from its parts: routes from the contract, pages, health. It does not listen yet. */
export async function createApp(parts: Parts, options: AppOptions = {}): Promise<FastifyInstance> {
  const { more = {} } = options
  const added = Object.entries(more)
  const contract: Readonly<Record<string, Area>> = {
    ...(await wholeContract()),
    ...Object.fromEntries(added.map(([name, { calls }]) => [name, calls])),
  }
  const handlers = {
    ...(await loadAreas()).handlers,
    ...Object.fromEntries(added.map(([name, area]) => [name, area.handlers])),
  }
  const app = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && printable.test(given) ? given : randomUUID()
    },
    trustProxy: parts.limits.proxies.length > 0 && [...parts.limits.proxies],
    // longer than any address: what no route fits is refused by us, after the session
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (error, request, reply) => refuse(error, request, reply.headers(baseHeaders)),
    // who is being served while the server ends gets an answer of ours
    return503OnClosing: false,
    rewriteUrl(request) {
      // before anybody asks whose the request is
      if (parts.limits.proxies.length > 0) mendForwarded(request.headers)
      return mendPath(request.url ?? '/')
    },
    // uploads may take so long; other bodies have a limit of their own, see readBody
    requestTimeout: 600_000,
    keepAliveTimeout: 15_000,
    http: { connectionsCheckingInterval: 2000, requireHostHeader: false },
    bodyLimit: 64 * 1024 * 1024,
    clientErrorHandler: answerGarbage,
  })
  app.server.headersTimeout = 10_000
  // an expectation that we do not know is passed over, as HTTP allows; Node's own answer would be a bare 417
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
  app.decorateRequest('who', null)
  app.decorateRequest('staff', false)
  app.addHook('onClose', () => laterDone(parts))
  boundConnections(app, parts.limits.strangers)
  letSiteCall(app, parts)
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(baseHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
    // said by the connection, or by a proxy that is named
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    reply.header('x-request-id', request.id)
    // a console that hears another number asks anew for its menu and rights
    const staff = asStaff(request.who)
    if (staff?.kind === 'person') reply.header(accessHeader, staff.access)
  })
  app.removeAllContentTypeParsers()
  const room = roomOf(userBytes)
  app.addContentTypeParser('*', async (request: FastifyRequest, stream: NodeJS.ReadableStream) => {
    const { bodies, longBodies } = parts.work
    const alive = () => !request.raw.socket.destroyed
    const type = request.headers['content-type']
    const parseBody = isUrlencoded(type) && request.routeOptions.config.urlencoded ? parseUrlencoded : parseJson
    if (!asStaff(request.who)) {
      const bytes = await readBody(stream, request.routeOptions.config.bodyBytes ?? strangersBytes)
      const parse = async () => parseBody(bytes, type)
      return bytes.length === 0 ? undefined : bodies.run(networkOf(request.ip), parse, alive)
    }
    const user = callerOf(request.who, request.ip)
    const held = room(user)
    try {
      const bytes = await readBody(stream, parts.limits.bodyBytes, held)
      const parse = async () => parseBody(bytes, type)
      return await (bytes.length <= shortBytes ? parse() : longBodies.run(user, parse, alive))
    } finally {
      held.leave()
    }
  })
  await app.register(multipart)
  app.addHook('preClose', () => parts.work.end())
  app.addHook('onClose', () => parts.work.stop())
  answerErrors(app)
  const throughUnnamed = watchProxies(app)
  const untaken = untakenOf(userBytes)
  for (const [area, name, e] of eachEndpoint(contract)) {
    const handler = handlers[area]?.[name]
    if (!handler) throw new Error(`接口 ${area}.${name} 没有实现`)
    route(app, parts, untaken, area, name, e, handler)
    if (canRehearse(e)) route(app, parts, untaken, area, name, rehearsalOf(e), handler, true)
    else if (e.effect === 'write') nothingAt(app, rehearsalOf(e))
  }
  serveDocument(app, parts, untaken, () => openApi(contract))
  await servePages(app, parts, throughUnnamed)
  return app
}
