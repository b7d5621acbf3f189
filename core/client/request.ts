import type { Endpoint } from '../contract/endpoint.ts'
import type { Outgoing } from '../contract/wire.ts'
import type { CallOptions } from './client.ts'

/** Who calls, as the headers say it. Functions, because both may change while the program runs. */
export interface Caller {
  /** Address of the back end, e.g. `http://127.0.0.1:8080` or `https://host/base`; empty in the browser: the page's own. */
  readonly server: string
  readonly token?: () => string | undefined
  /** `admin` (default) or `reportSite`. */
  readonly appKey?: () => string | undefined
  /** Shows a server of this machine that the caller reads its key. */
  readonly here?: string
}

/** A request ready to be sent. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | FormData | undefined
}

const version = '1.0.0'

function headersOf(caller: Caller, out: Outgoing): Record<string, string> {
  const token = caller.token?.()
  return {
    ...(token && { Authorization: token }),
    ...(caller.here && { 'x-here': caller.here }),
    appKey: caller.appKey?.() || 'admin',
    clientId: 'ADMIN',
    version,
    Accept: 'application/json, */*;q=0.5',
    ...(out.body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
    ...out.headers,
  }
}

function formOf(fields: Outgoing['form']): FormData {
  const form = new FormData()
  // a list of files is the field, once for each
  const each = fields.flatMap(([name, value]) =>
    Array.isArray(value) && value.every((one) => one instanceof Blob)
      ? value.map((one) => [name, one] as const)
      : [[name, value] as const],
  )
  for (const [name, value] of each) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : 'file')
    else if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

/** Address, headers and body of a call. */
export function requestOf(
  e: Endpoint,
  out: Outgoing,
  caller: Caller,
  { requestKey, ahead }: Pick<CallOptions, 'requestKey' | 'ahead'> = {},
): Request {
  const query = out.query.length > 0 ? `?${new URLSearchParams(out.query.map(([n, v]) => [n, v]))}` : ''
  return {
    method: e.method === 'GET' ? 'GET' : 'POST',
    url: `${caller.server.replace(/(?<!\/)\/+$/, '')}${out.path}${query}`,
    headers: {
      ...headersOf(caller, out),
      ...(requestKey && { 'x-request-key': requestKey }),
      ...(ahead && { 'x-dry-run': 'ahead' }),
    },
    body: out.form.length > 0 ? formOf(out.form) : out.body === undefined ? undefined : JSON.stringify(out.body),
  }
}
