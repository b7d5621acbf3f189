import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { netsFrom } from '../http/nets.ts'

/** At most so many redirects are followed. */
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

/** An address that is nobody's on the internet, and was not asked. */
export class Inner extends Error {
  override readonly name = 'Inner'
  /** It was called by a name, of which nobody is to learn by us whether the network behind this server has it. */
  readonly named: boolean
  constructor(named: boolean) {
    super()
    this.named = named
  }
}

/** Whether a request led to such an address, also where it came out while connecting. */
export const isInner = (error: unknown): boolean => innerIn(error) !== null

const innerIn = (error: unknown): Inner | null => {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return error instanceof Inner ? error : cause instanceof Inner ? cause : null
}

/** Whether a name came to nothing that may be asked: nobody has it, or somebody inside. */
export const isNowhere = (error: unknown): boolean =>
  innerIn(error)?.named === true || (error as { code?: string } | null)?.code === 'ENOTFOUND'

/** Networks that may be asked though they are inner: 10.2.0.0/16,10.3.4.5. @throws Error for what is none */
function allowedFrom(name: string, text = ''): BlockList {
  try {
    return netsFrom(text)
  } catch {
    throw new Error(`${name} 应为 IP 地址或网段，多个用逗号隔开，现为「${text}」`)
  }
}

/** What an outside address answered in the end. */
export type Answered = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** Asks outside addresses alone. */
export interface Outside {
  /**
   * One answer, with what it was redirected to; its body is for the caller to read or to destroy.
   * @throws Inner where it leads to an address that is nobody's on the internet
   */
  ask(url: string, signal: AbortSignal): Promise<Answered>
}

/** What a request to the outside is made with. */
export interface OutsideOptions {
  /** The variable of the environment that names inner networks which may be asked all the same, and what it holds. */
  readonly allowed: readonly [name: string, text: string | undefined]
  readonly agent: string
  readonly accept: string
  readonly waitMs: number
}

/**
 * Outside addresses are asked, so that nobody asks by this server what stands in the network behind it. The address that was judged is the one
 * that is connected to, at every redirect anew.
 */
export function outsideBy({ allowed: [name, text], agent: userAgent, accept, waitMs }: OutsideOptions): Outside {
  const allowed = allowedFrom(name, text)
  const mayAsk = (address: string) => isOuter(address) || allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  const judged = async (host: string): Promise<LookupAddress[]> => {
    const found = (await lookup(host, { all: true })).filter(({ address }) => mayAsk(address))
    if (found.length === 0) throw new Inner(true)
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
  /** A library of a megabyte, which threads that ask nobody do without. */
  const loaded = async () => {
    const { Agent, request } = await import('undici')
    const dispatcher = new Agent({ connect: { lookup: asked, timeout: waitMs }, connections: 2, pipelining: 0 })
    return { request, dispatcher }
  }
  let wire: ReturnType<typeof loaded> | undefined

  async function once(url: URL, signal: AbortSignal): Promise<Answered> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // what is no name is looked up by nobody
    if (isIP(host) !== 0 && !mayAsk(host)) throw new Inner(false)
    const headers = { 'user-agent': userAgent, accept }
    wire ??= loaded()
    const { request, dispatcher } = await wire
    return request(url, { dispatcher, signal, headers, headersTimeout: waitMs })
  }

  return {
    async ask(from, signal) {
      let url = new URL(from)
      for (let hop = 0; hop <= hopsMax; hop += 1) {
        const answered = await once(url, signal)
        const { statusCode, headers, body } = answered
        const [location] = [headers.location].flat()
        if (statusCode < 300 || statusCode >= 400 || location === undefined || !URL.canParse(location, url))
          return answered
        url = new URL(location, url)
        if (!/^https?:$/.test(url.protocol)) return answered
        body.on('error', () => {}).destroy()
      }
      throw Object.assign(new Error(), { code: 'TOO_MANY_REDIRECTS' })
    },
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
/**
 * Why an outside address gave no answer.
 * @param says.inner of what leads to an address that is nobody's on the internet
 * @param says.nowhere of a name that leads there, and of one that leads nowhere: whoever asks is to tell neither from the other
 */
export function outsideSays(
  error: unknown,
  says: { readonly waitMs: number; readonly inner: string; readonly nowhere?: string },
): string {
  if (says.nowhere !== undefined && isNowhere(error)) return says.nowhere
  const { name = '', code = '' } = (error ?? {}) as { name?: string; code?: string }
  if (isInner(error)) return says.inner
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT/.test(code))
    return `${says.waitMs / 1000} 秒内没有答复`
  return words[code] ?? `打不开${/^\w{1,40}$/.test(code) ? `（${code}）` : ''}`
}
