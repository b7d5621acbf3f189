import fc from 'fast-check'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { type Endpoint, pathFields, placeOf, wireName } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import type { TestServer } from './server.ts'

/** Texts that programs stumble over: quotes, patterns, injections, controls, odd letters, long ones. */
const naughty = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  "'",
  '"',
  '`',
  '\\',
  "' or 1=1 --",
  '"; drop table article; --',
  '%',
  '_',
  '%00',
  '../../etc/passwd',
  '..\\..\\x',
  '/',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '{% include "x" %}',
  `$\{7*7}`,
  '$(id)',
  '\u0000',
  '\u0007',
  '\ud800',
  '\ufeff',
  '\u202e',
  '👨‍👩‍👧‍👦',
  'é',
  '中文标题',
  '２０２６',
  '2026-02-30',
  '2026-11-21 99:99',
  '9999999999999999999',
  '9007199254740993',
  'case when 1 like 1 then id else title end',
  'id desc',
  '__proto__',
  'constructor',
  'toString',
  '=cmd|x',
  '@SUM(1)',
  'a'.repeat(5000),
  '长'.repeat(3000),
]

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...naughty) },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(fc.constantFrom(...naughty), fc.integer()), { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Calls that would end the run's own session or that take long by their nature. */
const left = new Set([
  'auth.logout',
  'auth.login',
  'auth.loginNoCode',
  'auth.code',
  'auth.password',
  // five wrong passwords end the session
  'auth.prove',
  'auth.factorBegin',
  'auth.factorOff',
  'auth.factorCodes',
  'generate.all',
  'generate.generateIndex',
  'generate.generateColumn',
  'generate.generateArticle',
])

interface Shot {
  readonly name: string
  readonly url: string
  readonly init: RequestInit
}

function shot(name: string, e: Endpoint, given: readonly unknown[], token: string): Shot {
  const fields = inputFields(e)
  const input = Object.fromEntries(fields.map((field, i) => [field, given[i % given.length]]))
  const text = (v: unknown) => (typeof v === 'string' ? v.toWellFormed() : (JSON.stringify(v) ?? ''))
  let path: string = e.path
  for (const field of pathFields(e.path))
    path = path.replace(`{${field}}`, encodeURIComponent(text(input[field])).slice(0, 2000) || '0')
  const query = new URLSearchParams(
    fields.filter((f) => placeOf(e, f) === 'query').map((f) => [wireName(e, f), text(input[f]).slice(0, 2000)]),
  )
  const body =
    e.send === 'list'
      ? given
      : Object.fromEntries(fields.filter((f) => placeOf(e, f) === 'body').map((f) => [wireName(e, f), input[f]]))
  const get = e.method === 'GET'
  return {
    name,
    url: `${path}${query.size > 0 ? `?${query}` : ''}`,
    init: {
      method: get ? 'GET' : 'POST',
      headers: { authorization: token, ...(!get && { 'content-type': 'application/json' }) },
      ...(!get && { body: JSON.stringify(body) }),
    },
  }
}

export interface FuzzReport {
  readonly requests: number
  readonly faults: readonly string[]
}

/** Sends random inputs to every call, several at once; whatever is not an answer in good form is a fault. */
export async function fuzz(server: TestServer, token: string, requests: number, seed: number): Promise<FuzzReport> {
  const calls = [...eachEndpoint(await wholeContract())]
    .map(([a, c, e]) => ({ name: `${a}.${c}`, e }))
    .filter(({ name }) => !left.has(name))
  const inputs = fc.sample(fc.array(value, { minLength: 1, maxLength: 6 }), { numRuns: Math.min(requests, 5000), seed })
  const faults: string[] = []
  let next = 0
  const worker = async () => {
    while (next < requests) {
      const i = next
      next += 1
      const { name, e } = calls[i % calls.length] as (typeof calls)[number]
      const one = shot(name, e, inputs[(i * 7919) % inputs.length] as unknown[], token)
      const reply = await server
        .raw(one.url, { ...one.init, signal: AbortSignal.timeout(20_000) })
        .catch((error: Error) => error)
      const say = (what: string) =>
        faults.push(`${name} ${one.url.slice(0, 120)} ${String(one.init.body ?? '').slice(0, 200)}: ${what}`)
      if (reply instanceof Error) say(String(reply.cause ?? reply))
      else if (reply.status !== 200) say(`HTTP ${reply.status} ${reply.text.slice(0, 200)}`)
      else if (reply.headers.get('content-type')?.includes('json') && reply.errorCode === '' && e.reply !== 'raw')
        say('no envelope')
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return { requests, faults }
}
