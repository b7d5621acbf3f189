import { Agent, EnvHttpProxyAgent, request as undiciRequest } from 'undici'
import type { Proxies, Wire } from './wire.ts'

/** undici's keep-alive pool, for who calls often, has many hands, or goes through a proxy. */
export function poolWire({ connections, proxies }: { connections: number; proxies: Proxies | null }): Wire {
  const limits = { connections, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4000 }
  const dispatcher = proxies ? new EnvHttpProxyAgent({ ...limits, ...proxies }) : new Agent(limits)
  return {
    async request(url, request) {
      const { statusCode, headers, body } = await undiciRequest(url, { ...request, dispatcher })
      const drop = () => void body.dump().catch(() => undefined)
      return { status: statusCode, headers, body: body as AsyncIterable<Uint8Array>, drop }
    },
    close: () => dispatcher.close(),
  }
}
