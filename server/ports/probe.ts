import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { netsFrom } from '../http/nets.ts'

/** What was found of a website. */
export interface Probed {
  readonly ok: boolean
  readonly statusCode: number | null
  readonly ms: number
  /** Why it is not as it should be, in words; null: it is. */
  readonly reason: string | null
}

/** Looks whether a website can be opened. */
export interface ProbePort {
  look(url: string): Promise<Probed>
}

const waitMs = 10_000
const hopsMax = 4

/** Addresses that are nobody's on the internet: of this machine, of its network, of services beside it. */
const innerNets: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const inner = new BlockList()
for (const [net, bits] of innerNets) inner.addSubnet(net, bits, 'ipv4')
/** Of IPv6 only what is given out to anybody, without what only wraps another address. */
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

const isOuter = (address: string): boolean =>
  isIPv6(address) ? outer.check(address, 'ipv6') && !inner.check(address, 'ipv6') : !inner.check(address, 'ipv4')

class Inner extends Error {
  override readonly name = 'Inner'
}

/** Networks that may be looked at though they are inner: 10.2.0.0/16,10.3.4.5. @throws Error for what is none */
function allowedFrom(text = ''): BlockList {
  try {
    return netsFrom(text)
  } catch {
    throw new Error(`XZX_PROBE_NETS 应为 IP 地址或网段，多个用逗号隔开，现为「${text}」`)
  }
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: '域名没有解析',
  EAI_AGAIN: '域名暂时解析不到',
  ECONNREFUSED: '拒绝连接',
  ECONNRESET: '连接被中断',
  EHOSTUNREACH: '网络不通',
  ENETUNREACH: '网络不通',
  CERT_HAS_EXPIRED: '证书已过期',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书与域名不符',
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书不可信',
  SELF_SIGNED_CERT_IN_CHAIN: '证书不可信',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书不可信',
}
function wordsFor(error: unknown): string {
  const { name = '', code = '', cause } = (error ?? {}) as { name?: string; code?: string; cause?: unknown }
  if (error instanceof Inner || cause instanceof Inner) return '指向内部地址，不检测'
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT/.test(code)) return `${waitMs / 1000} 秒内没有答复`
  return words[code] ?? `打不开${/^\w{1,40}$/.test(code) ? `（${code}）` : ''}`
}

/**
 * The probe of an installation: from outside addresses alone, so that nobody asks by it what stands in the network behind the server. The
 * address that was judged is the one that is connected to, at every redirect anew. XZX_PROBE_NETS names inner networks that may be asked.
 */
export function probeFrom(env: NodeJS.ProcessEnv): ProbePort {
  const allowed = allowedFrom(env.XZX_PROBE_NETS)
  const mayAsk = (address: string) => isOuter(address) || allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  const judged = async (host: string): Promise<LookupAddress[]> => {
    const found = (await lookup(host, { all: true })).filter(({ address }) => mayAsk(address))
    if (found.length === 0) throw new Inner()
    return found
  }
  const asked: LookupFunction = (host, { all }, answer) => {
    judged(host).then(
      (found) => {
        const [first] = found as [LookupAddress]
        if (all) answer(null, found)
        else answer(null, first.address, first.family)
      },
      (error) => answer(error, ''),
    )
  }
  const agent = new Agent({ connect: { lookup: asked, timeout: waitMs }, connections: 2, pipelining: 0 })

  /** One answer, of which nothing is read. */
  async function ask(url: URL, signal: AbortSignal) {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // what is no name is looked up by nobody
    if (isIP(host) !== 0 && !mayAsk(host)) throw new Inner()
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal,
      headers: { 'user-agent': 'xzx-probe', accept: 'text/html,*/*' },
      headersTimeout: waitMs,
    })
    body.on('error', () => {}).destroy()
    return { statusCode, location: [headers.location].flat()[0] }
  }

  async function follow(from: string, signal: AbortSignal): Promise<number> {
    let url = new URL(from)
    for (let hop = 0; hop <= hopsMax; hop += 1) {
      const { statusCode, location } = await ask(url, signal)
      if (statusCode < 300 || statusCode >= 400 || location === undefined) return statusCode
      if (!URL.canParse(location, url)) return statusCode
      url = new URL(location, url)
      if (!/^https?:$/.test(url.protocol)) return statusCode
    }
    throw Object.assign(new Error(), { code: 'TOO_MANY_REDIRECTS' })
  }

  return {
    async look(url) {
      const began = performance.now()
      const ms = () => Math.round(performance.now() - began)
      try {
        const statusCode = await follow(url, AbortSignal.timeout(waitMs))
        const ok = statusCode < 400
        return { ok, statusCode, ms: ms(), reason: ok ? null : `答复 HTTP ${statusCode}` }
      } catch (error) {
        return { ok: false, statusCode: null, ms: ms(), reason: wordsFor(error) }
      }
    },
  }
}
