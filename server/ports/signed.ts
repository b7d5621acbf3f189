import { createHmac, randomUUID } from 'node:crypto'

/** Where an outside service is, and what it knows us by. */
export interface SignedService {
  readonly url: string
  readonly key: string
  readonly secret: string
}

const waitMs = 10_000
const answerMax = 64 * 1024

/** The signature of a request, as the service reckons it too. */
export const signatureOf = (secret: string, time: string, nonce: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}\n${nonce}\n${body}`).digest('hex')

/** @throws Error where the address is none of http or https */
export function serviceOf(name: string, [url = '', key = '', secret = '']: readonly string[]): SignedService {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error(`${name} 应为 http(s) 网址，现为「${url}」`)
  return { url, key, secret }
}

/** So much of an answer as is read, and no more of it is taken. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    // leaving the loop ends the connection
    if (length >= answerMax) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, answerMax)
}

/**
 * Posts JSON to an outside service, signed, and reads its JSON.
 * @throws Error whose message holds nothing of what was sent
 */
export async function postSigned({ url, key, secret }: SignedService, value: object): Promise<Record<string, unknown>> {
  const body = JSON.stringify(value)
  const time = String(Date.now())
  const nonce = randomUUID()
  /** @param why in words, where it did not take too long */
  const failed = (why: string) => (error: Error) => {
    throw new Error(error.name === 'TimeoutError' ? `没有在 ${waitMs / 1000} 秒内答复` : why)
  }
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(waitMs),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-key': key,
      'x-time': time,
      'x-nonce': nonce,
      'x-signature': signatureOf(secret, time, nonce, body),
    },
    body,
  }).catch(failed('无法连接'))
  if (!answer.ok) {
    await answer.body?.cancel().catch(() => {})
    throw new Error(`答复 HTTP ${answer.status}`)
  }
  const text = await textOf(answer).catch(failed('答复中断'))
  try {
    const read = JSON.parse(text) as unknown
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>
  } catch {}
  throw new Error('答复不是 JSON 对象')
}
