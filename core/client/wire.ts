/** A request as it goes out. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'HEAD'
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
  readonly signal: AbortSignal
}

/** An answer whose body is still on its way. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: AsyncIterable<Uint8Array>
  /** Lets go of a body that nobody wants. */
  drop(): void
}

/** Where calls go through a proxy. */
export interface Proxies {
  readonly httpProxy: string
  readonly httpsProxy: string
  readonly noProxy: string
}

/** What carries requests; follows no redirect, unpacks nothing. */
export interface Wire {
  /** @throws what Node or undici throw: `networkError` names it */
  request(url: string, request: Outgoing): Promise<Answer>
  close(): Promise<void>
}
