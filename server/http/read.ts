import type { IncomingMessage } from 'node:http'
import { unfit } from '../../core/domain/unfit.ts'
import { Refused } from '../../core/errors.ts'

const maxDepth = 32
const maxItems = 10_000
/** In all objects of a body together. */
const maxFields = 80_000
/** How much of an oversized body is read and dropped so that the refusal reaches the caller. */
const drainMax = 32 * 1024 * 1024
/** A body must have arrived after so long. */
const bodyMs = 60_000

/** What one body holds of its caller's room, until it has been read. */
export interface Held {
  /** @returns false where it is more than one caller may have */
  take(bytes: number): boolean
  leave(): void
}

/** Makes room for what callers send at the same time, so many bytes for each; who comes in leaves again. */
export function roomOf(each: number): (caller: string) => Held {
  const taken = new Map<string, number>()
  return (caller) => {
    let mine = 0
    const add = (bytes: number) => {
      mine += bytes
      const all = (taken.get(caller) ?? 0) + bytes
      if (all === 0) taken.delete(caller)
      else taken.set(caller, all)
    }
    return {
      take(bytes) {
        if ((taken.get(caller) ?? 0) + bytes > each) return false
        add(bytes)
        return true
      },
      leave: () => add(-mine),
    }
  }
}

/**
 * Reads a request's body up to a limit; what is over it is drained, so that the refusal can be read.
 * @param held the room that it takes; where there is none left it is refused
 */
export function readBody(stream: IncomingMessage | NodeJS.ReadableStream, limit: number, held?: Held): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let full = false
    const late = setTimeout(() => reject(new Refused('BAD_INPUT', '提交超时，请检查网络后重试')), bodyMs)
    late.unref()
    stream.on('close', () => clearTimeout(late))
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > drainMax) return reject(tooLarge(limit))
      if (size > limit || full) return
      full = held?.take(chunk.length) === false
      if (!full) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(new Refused('TOO_MANY', '同时提交的内容过多，请稍后再试'))
      }
    })
    stream.on('end', () => (size > limit ? reject(tooLarge(limit)) : resolve(Buffer.concat(chunks))))
    // the caller has gone: no fault of ours, and nobody to tell
    for (const gone of ['error', 'close']) stream.on(gone, () => reject(new Refused('BAD_INPUT', '提交的内容没有收全')))
  })
}

const kb = 1024
const sizeOf = (bytes: number) => (bytes < kb * kb ? `${bytes / kb} KB` : `${bytes / kb / kb} MB`)
const tooLarge = (limit: number) => new Refused('TOO_LARGE', `提交的内容超过 ${sizeOf(limit)}，请减少后再提交`)

/** @throws Refused BAD_INPUT for what is no UTF-8 */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('BAD_INPUT', '提交的内容不是有效的 UTF-8 文本')
  }
}

export const isUrlencoded = (contentType = '') => /^application\/x-www-form-urlencoded\b/i.test(contentType)

/** What a browser sends of a field: lines end as in every text, whatever the program ends them by from which they were pasted, and what nobody sees is none of it. */
const asTyped = (value: string): string =>
  value.replace(/\r\n?|[\v\f]/g, '\n').replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')

/** Bytes of a form of names and values → its fields; one that stands there several times is a list. */
export function parseUrlencoded(bytes: Buffer): Record<string, unknown> {
  const fields = Map.groupBy(new URLSearchParams(textOf(bytes)), ([name]) => name)
  return Object.fromEntries(
    [...fields].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => asTyped(value))
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** Refuses what names too many fields before it is parsed: an object of as many names is made in a tenth of a second, and counting takes a few milliseconds. */
function refuseManyFields(bytes: Buffer): void {
  let fields = 0
  let inText = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === 0x22) inText = !inText
    else if (inText && byte === 0x5c) i += 1
    else if (!inText && byte === 0x3a) fields += 1
  }
  if (fields > maxFields) throw new Refused('BAD_INPUT', `内容：一次最多 ${maxFields} 个字段`)
}

/** Bytes → JSON value. Refuses invalid UTF-8, invalid JSON, and what no field may hold. An empty body counts as none. */
export function parseJson(bytes: Buffer, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  const type = (contentType ?? 'application/json').toLowerCase()
  if (!/^[\w.+-]+\/([\w.+-]+\+)?json\b/.test(type))
    throw new Refused('BAD_INPUT', '请以 JSON 提交（Content-Type: application/json）')
  const charset = /charset\s*=\s*"?([\w-]+)/.exec(type)?.[1]
  if (charset && charset !== 'utf-8' && charset !== 'utf8')
    throw new Refused('BAD_INPUT', `请以 UTF-8 编码提交，不接受 ${charset}`)
  const text = textOf(bytes)
  if (text.trim() === '') return undefined
  refuseManyFields(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refused('BAD_INPUT', '提交的内容不是有效的 JSON')
  }
  if (value === null) return undefined
  if (typeof value !== 'object') throw new Refused('BAD_INPUT', '提交的内容应为 JSON 对象或列表')
  return value
}

/** A name that a refusal may repeat. */
const fieldName = /^\w{1,64}$/

/** What people call a field. */
type Label = (field: string) => string

/** Refuses control characters, broken surrogates, too deep nesting and too many items or fields anywhere in the input. */
function refuseHostile(value: unknown, label: Label, name = '', depth = 0): void {
  if (typeof value === 'string') {
    if (unfit.test(value) || !value.isWellFormed())
      throw new Refused('BAD_INPUT', `${(name && label(name)) || '内容'}：含有不允许的控制字符`)
    return
  }
  if (value === null || typeof value !== 'object') return
  if (depth >= maxDepth) throw new Refused('BAD_INPUT', `内容嵌套超过 ${maxDepth} 层`)
  if (Array.isArray(value)) {
    if (value.length > maxItems) throw new Refused('BAD_INPUT', `${name || '列表'}：一次最多 ${maxItems} 项`)
    for (const item of value) refuseHostile(item, label, name, depth + 1)
    return
  }
  const fields = Object.keys(value)
  // the names alone are counted in a few milliseconds: copying or walking all the values would hold up everybody
  if (fields.length > maxItems) throw new Refused('BAD_INPUT', `${name || '内容'}：一次最多 ${maxItems} 个字段`)
  for (const key of fields)
    refuseHostile((value as Record<string, unknown>)[key], label, fieldName.test(key) ? key : '', depth + 1)
}

/** The same for a body, with all that no field is called, and for what came another way. */
export function refuseHostileIn(body: unknown, input: Readonly<Record<string, unknown>>, label: Label): void {
  if (Array.isArray(body)) {
    if (body.length <= maxItems)
      for (const [i, item] of body.entries()) refuseHostile(item, (field) => `第 ${i + 1} 项的${label(field)}`, '', 1)
    return refuseHostile(input, label)
  }
  refuseHostile(body, label)
  const given = (body ?? {}) as Readonly<Record<string, unknown>>
  for (const [field, value] of Object.entries(input))
    if (!Object.hasOwn(given, field) || given[field] !== value) refuseHostile(value, label, field, 1)
}
