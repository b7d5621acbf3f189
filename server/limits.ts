import { isIP } from 'node:net'

/** Limits that an installation may change by its environment; each with its default. */
export interface Limits {
  /** A person's session ends after idling so long; none: as the setting says. */
  readonly idleMs?: number
  /** … and after so long in any case. */
  readonly sessionMs?: number
  readonly bodyBytes: number
  /** Connections that may be open without a session shown on them. */
  readonly strangers: number
  /** With less room left on the disk the server calls itself not ready. */
  readonly roomBytes: number
  /** From where `/user/loginNoCode` (sign-in without captcha) is open; `loopback`: to whoever is near (http/proxy.ts). */
  readonly loginNoCode?: 'on' | 'loopback' | 'off'
  /** Proxies in front of the server, as addresses or networks: what they say of the caller's address is believed. */
  readonly proxies: readonly string[]
}

const minute = 60_000

const defaultLimits: Limits = {
  bodyBytes: 2 * 1024 * 1024,
  strangers: 2000,
  roomBytes: 20 * 1024 * 1024,
  proxies: [],
}

function whole(env: NodeJS.ProcessEnv, name: string, min: number, max: number): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new Error(`${name} 应为 ${min} 到 ${max} 之间的整数，现为「${text}」`)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

function proxiesFrom(text = ''): string[] {
  const parts = text.split(',').map((part) => part.trim())
  const proxies = parts.filter((part) => part !== '')
  if (proxies.every(isNetwork)) return proxies
  throw new Error(`XZX_PROXIES 应为代理服务器的 IP 地址或网段，多个用逗号隔开，现为「${text}」`)
}

/**
 * Reads the limits: XZX_SESSION_IDLE_MINUTES, XZX_SESSION_HOURS, XZX_LOGIN_NO_CODE (on, loopback, off), XZX_PROXIES.
 * @throws naming the variable that does not hold what it should
 */
export function limitsFrom(env: NodeJS.ProcessEnv): Limits {
  const idle = whole(env, 'XZX_SESSION_IDLE_MINUTES', 1, 24 * 60)
  const hours = whole(env, 'XZX_SESSION_HOURS', 1, 24 * 7)
  const loginNoCode = env.XZX_LOGIN_NO_CODE || undefined
  if (loginNoCode !== undefined && loginNoCode !== 'on' && loginNoCode !== 'loopback' && loginNoCode !== 'off')
    throw new Error(`XZX_LOGIN_NO_CODE 只能是 on、loopback 或 off，现为「${loginNoCode}」`)
  return {
    ...defaultLimits,
    ...(idle !== undefined && { idleMs: idle * minute }),
    ...(hours !== undefined && { sessionMs: hours * 60 * minute }),
    ...(loginNoCode !== undefined && { loginNoCode }),
    proxies: proxiesFrom(env.XZX_PROXIES),
  }
}
