import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the wire does to a request: lets it through, cuts it before it arrives, loses the answer, never answers, or answers itself. */
export type Fate =
  | 'pass'
  | 'cut'
  | 'lose'
  | 'hang'
  | { readonly status: number; readonly type: string; readonly text: string }

export interface Wire {
  readonly url: string
  /** Decides each request from now on; `nth` counts those of its path from 1. */
  fate: (path: string, nth: number, body: string) => Fate
  close(): Promise<void>
}

/** An answer in the envelope that the wire gives in the server's place. */
export const refusal = (errorCode: string, errorMsg: string): Fate => ({
  status: 200,
  type: 'application/json',
  text: JSON.stringify({ errorCode, errorMsg, value: null, requestId: 'w-1' }),
})

/** A bad line between a command and a real server. */
export async function startWire(target: string): Promise<Wire> {
  const counts = new Map<string, number>()
  let decide: Wire['fate'] = () => 'pass'
  const { hostname, port } = new URL(target)
  const server = createServer((from, to) => {
    const chunks: Buffer[] = []
    from.on('data', (chunk: Buffer) => chunks.push(chunk))
    from.on('end', () => {
      const path = (from.url ?? '/').split('?')[0] as string
      const nth = (counts.get(path) ?? 0) + 1
      counts.set(path, nth)
      const body = Buffer.concat(chunks)
      const fate = wire.fate(path, nth, body.toString())
      if (fate === 'hang') return
      if (fate === 'cut') return from.socket.destroy()
      if (typeof fate === 'object') {
        to.writeHead(fate.status, { 'content-type': fate.type })
        return to.end(fate.text)
      }
      const onward = request(
        { hostname, port, path: from.url, method: from.method, headers: from.headers },
        (answer) => {
          if (fate === 'lose') {
            answer.resume()
            answer.on('end', () => from.socket.destroy())
            return
          }
          to.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(to)
        },
      )
      onward.on('error', () => from.socket.destroy())
      onward.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire: Wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get fate() {
      return decide
    },
    set fate(fate) {
      counts.clear()
      decide = fate
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return wire
}
