import type { Endpoint } from '../contract/endpoint.ts'
import { ApiError } from '../errors.ts'
import { attempts, Delayed, type Patience } from './attempts.ts'
import type { CallOptions, Transport } from './client.ts'
import { networkError } from './faults.ts'
import { plainWire } from './plain-wire.ts'
import { prepare } from './prepare.ts'
import { isPlain, type RawReply, readReply, replyMax, tooLargeReply } from './reply.ts'
import { type Caller, type Request, requestOf } from './request.ts'
import type { Answer, Outgoing, Proxies, Wire } from './wire.ts'

/** One request as `--verbose` and `--debug` tell of it; the query is left out, because it may hold a password. */
export interface Trace {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly requestId: string
  readonly headers: Readonly<Record<string, string>>
  readonly error?: string
}

/** What a transport in Node is given beside who calls. */
export interface NodeOptions extends Caller, Partial<Patience> {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Connections kept open to the server. */
  readonly connections?: number
  /** However many calls there are, they come at a person's pace: Node's own HTTP does, and takes 5 MB less than undici. */
  readonly unhurried?: true
  readonly onTrace?: (trace: Trace) => void
}

/** Where a downloaded file goes; `start` is called again when the download is repeated. */
export interface Sink {
  start(info: { readonly name: string | null; readonly type: string }): Promise<void> | void
  write(chunk: Uint8Array): Promise<void> | void
}

/** A transport that can also stream files, and that must be closed. */
export interface NodeTransport extends Transport {
  /** A call whose answer is a file, streamed. */
  download(e: Endpoint, input: unknown, sink: Sink, options?: CallOptions): Promise<void>
  /** Asks whether anything answers at the server's address, without a token; its clock in milliseconds where it tells. */
  reach(options?: CallOptions): Promise<{ readonly status: number; readonly clock: number | null }>
  close(): Promise<void>
}

/** A fault on this side (a full disk, say) while the answer is stored: not the network's. */
class SinkFault extends Error {}

async function sunk(step: () => Promise<void> | void): Promise<void> {
  try {
    await step()
  } catch (cause) {
    throw new SinkFault('', { cause })
  }
}

interface Opened extends Omit<Answer, 'status'> {
  readonly raw: Omit<RawReply, 'bytes'>
}

/** A server of this machine itself, as its address says. */
export const isLoopback = (server: string): boolean =>
  /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(server)

/** The variables that name a proxy, in either spelling. */
function proxiesOf({ env = {}, server }: NodeOptions): Proxies | null {
  const named = (name: string) => env[name.toLowerCase()] || env[name] || ''
  const found = { httpProxy: named('HTTP_PROXY'), httpsProxy: named('HTTPS_PROXY'), noProxy: named('NO_PROXY') }
  if ((!found.httpProxy && !found.httpsProxy) || isLoopback(server)) return null
  for (const [name, text] of [
    ['HTTP_PROXY', found.httpProxy],
    ['HTTPS_PROXY', found.httpsProxy],
  ])
    if (text && !URL.canParse(text)) throw new ApiError('local', 'BAD_INPUT', `环境变量 ${name} 不是有效的代理地址`)
  return found
}

/** So many calls go over Node's own HTTP, which is loaded in a sixth of undici's time; who calls more often gets undici's pool. */
const fewCalls = 4

/** What carries the calls, loaded when first needed; through the proxy that the environment names, save for this machine itself. */
function wires(options: NodeOptions) {
  const limits = { connections: options.connections ?? 8, proxies: proxiesOf(options) }
  let calls = 0
  let plain: Wire | undefined
  let pool: Promise<Wire> | undefined
  return {
    async next(): Promise<Wire> {
      calls += 1
      if ((options.unhurried || calls <= fewCalls) && !limits.proxies) {
        plain ??= plainWire()
        return plain
      }
      pool ??= import('./pool-wire.ts').then(({ poolWire }) => poolWire(limits))
      return pool
    },
    async close() {
      await Promise.all([plain?.close(), (await pool)?.close()])
    },
  }
}

/** The server as failures name it: with the proxy on the way there, because that one may be what does not answer. */
function whereIs(options: NodeOptions): string {
  const { server } = options
  const proxies = proxiesOf(options)
  if (!proxies || !URL.canParse(server)) return server
  const { protocol, hostname } = new URL(server)
  const proxy = (protocol === 'https:' && proxies.httpsProxy) || proxies.httpProxy
  const names = proxies.noProxy.split(/[\s,]+/).filter(Boolean)
  const direct = names.some((name) => name === '*' || `.${hostname}`.endsWith(`.${name.replace(/^[*.]+/, '')}`))
  return !proxy || direct ? server : `${server}，经代理 ${new URL(proxy).host}`
}

const headerOf = (headers: Opened['headers'], name: string) => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** The file name of a content-disposition header. */
function fileNameOf(disposition: string): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : (plain ?? null)
  } catch {
    return plain ?? null
  }
}

/** Milliseconds that the server asks to wait, given in seconds or as a date; 0: it does not say. */
function retryAfter(headers: Opened['headers']): number {
  const given = headerOf(headers, 'retry-after')
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : 0
}

/** A server that has moved is not followed, because the token would go along; the address is told. */
function movedTo(location: string, from: string, status: number): ApiError {
  const to = URL.canParse(location, from) ? new URL(location, from) : null
  const says = to ? `服务器返回 ${status}，转向 ${to.origin}${to.pathname}` : `服务器返回 ${status}`
  return new ApiError('other', 'UNAVAILABLE', says, { status })
}

/** FormData of the platform → bytes with their boundary. */
async function bodyOf(request: Request): Promise<Pick<Outgoing, 'body' | 'headers'>> {
  // text is asked for first: the name FormData alone loads all of what Node has for fetch
  if (request.body === undefined || typeof request.body === 'string')
    return { body: request.body ?? null, headers: request.headers }
  const form = new Response(request.body)
  const headers = { ...request.headers, 'Content-Type': form.headers.get('content-type') ?? '' }
  return { body: new Uint8Array(await form.arrayBuffer()), headers }
}

async function collect(body: AsyncIterable<Uint8Array>, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > max) throw tooLargeReply()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Calls over HTTP in Node: a deadline for the whole call, repeats where they are safe. */
export function nodeTransport(options: NodeOptions): NodeTransport {
  const wire = wires(options)
  const where = whereIs(options)
  const patience = { retry: 2, timeout: 30_000, ...options }

  async function open(request: Request, signal: AbortSignal): Promise<Opened> {
    const { body, headers: own } = await bodyOf(request)
    // the log tells what the command line tries apart from what the console asks
    const headers = { 'User-Agent': 'xzx', ...own }
    const answer = await (await wire.next()).request(request.url, { method: request.method, headers, body, signal })
    if (answer.status >= 300 && answer.status < 400) {
      answer.drop()
      throw movedTo(headerOf(answer.headers, 'location'), request.url, answer.status)
    }
    const raw = {
      status: answer.status,
      contentType: headerOf(answer.headers, 'content-type'),
      requestId: headerOf(answer.headers, 'x-request-id'),
    }
    return { ...answer, raw }
  }

  /** One try: `use` reads the body; whatever goes wrong comes out as ApiError. */
  async function once<T>(request: Request, signal: AbortSignal, use: (opened: Opened) => Promise<T>): Promise<T> {
    const started = Date.now()
    const told = { method: request.method, path: new URL(request.url).pathname, headers: request.headers }
    const trace = (status: number, requestId: string, error?: string) =>
      options.onTrace?.({
        ...told,
        status,
        requestId,
        ms: Date.now() - started,
        ...(error && { error }),
      })
    let opened: Opened | undefined
    try {
      opened = await open(request, signal)
      const value = await use(opened)
      trace(opened.raw.status, opened.raw.requestId ?? '')
      return value
    } catch (thrown) {
      if (thrown instanceof SinkFault) throw thrown.cause
      const error = thrown instanceof ApiError ? thrown : networkError(thrown, where)
      trace(opened?.raw.status ?? 0, error.requestId, error.code)
      const wait = opened ? retryAfter(opened.headers) : 0
      throw wait > 0 ? new Delayed(error, wait) : error
    }
  }

  async function call<T>(e: Endpoint, input: unknown, given: CallOptions, use: (opened: Opened) => Promise<T>) {
    const request = requestOf(e, prepare(e, input), options, given)
    if (!URL.canParse(request.url)) throw new ApiError('local', 'BAD_INPUT', `服务器地址无效：${options.server}`)
    const timeout = given.timeout ?? patience.timeout
    return attempts(e, { ...patience, timeout }, given.signal, (signal) => once(request, signal, use))
  }

  return {
    send: (e, input, given = {}) =>
      call(e, input, given, async ({ raw, body }) => {
        const bytes = await collect(body, isPlain(e, raw) ? Number.POSITIVE_INFINITY : replyMax)
        return readReply(e, { ...raw, bytes }, input)
      }),
    download: (e, input, sink, given = {}) =>
      call(e, input, given, async ({ raw, headers, body }) => {
        if (!isPlain(e, raw)) {
          const value = readReply(e, { ...raw, bytes: await collect(body, replyMax) }, input)
          body = [Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))] as never
        }
        const name = fileNameOf(headerOf(headers, 'content-disposition'))
        await sunk(() => sink.start({ name, type: raw.contentType }))
        for await (const chunk of body) await sunk(() => sink.write(chunk))
      }),
    async reach({ signal, timeout = patience.timeout } = {}) {
      const within = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(timeout)])
      try {
        const head: Outgoing = { method: 'HEAD', headers: {}, body: null, signal: within }
        const answer = await (await wire.next()).request(options.server, head)
        answer.drop()
        const clock = Date.parse(headerOf(answer.headers, 'date'))
        return { status: answer.status, clock: Number.isFinite(clock) ? clock : null }
      } catch (error) {
        throw networkError(error, where)
      }
    },
    close: wire.close,
  }
}
