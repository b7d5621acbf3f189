import type { Answer, Outgoing, Wire } from './wire.ts'

const connectWithin = 10_000

/** Node's own module; imported by name it would load fetch and WebSocket as well, which its list of exports touches. */
const http = () => process.getBuiltinModule('node:http')
const https = () => process.getBuiltinModule('node:https')

const tooSlow = () => Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })

/** Node's own HTTP with one connection kept open: all that a command with a few calls needs. */
export function plainWire(): Wire {
  const agents = new Map<string, import('node:http').Agent>()
  const moduleOf = (url: URL) => (url.protocol === 'https:' ? https() : http())
  const agentOf = (url: URL) => {
    const known = agents.get(url.protocol)
    if (known) return known
    const made = new (moduleOf(url).Agent)({ keepAlive: true })
    agents.set(url.protocol, made)
    return made
  }

  function request(address: string, { method, headers, body, signal }: Outgoing): Promise<Answer> {
    const url = new URL(address)
    const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    return new Promise((resolve, reject) => {
      const options = { method, headers: { ...headers, ...length }, signal, agent: agentOf(url) }
      const outgoing = moduleOf(url).request(url, options, (answer) => {
        const { statusCode = 0, headers } = answer
        resolve({ status: statusCode, headers, body: answer, drop: () => void answer.on('error', () => {}).resume() })
      })
      outgoing.on('error', reject)
      outgoing.on('socket', (socket) => {
        if (!socket.connecting) return
        const timer = setTimeout(() => outgoing.destroy(tooSlow()), connectWithin)
        socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
      })
      outgoing.end(body ?? undefined)
    })
  }

  return {
    request,
    async close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
