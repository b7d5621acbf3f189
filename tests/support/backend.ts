import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  readonly body: any
}

type Answer = (seen: Seen, response: ServerResponse, nth: number) => unknown

/** A back end of someone else: answers as the test says, and remembers what it was asked. */
export interface Backend {
  readonly url: string
  readonly seen: Seen[]
  answer: Answer
  close(): Promise<void>
}

/** In the envelope. */
export const value = (of: unknown) => ({ errorCode: '0', errorMsg: '', value: of, requestId: 'r-1' })
export const refused = (errorCode: string, errorMsg: string) => ({ errorCode, errorMsg, value: null, requestId: 'r-2' })

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** Starts one; what `answer` returns is sent as JSON, unless it answered itself. */
export async function startBackend(answer: Answer = () => value(null)): Promise<Backend> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const one = { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers }
    seen.push({ ...one, body: await bodyOf(request) })
    const said = await backend.answer(seen.at(-1) as Seen, response, seen.length)
    if (said === undefined || response.writableEnded || response.destroyed) return
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(said))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const backend: Backend = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return backend
}
