import { type Endpoint, wireName } from '../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { Refused } from '../../core/errors.ts'
import { type Issue, reasonOf } from '../../core/issues.ts'
import { missingSays } from '../../core/text.ts'

interface Parser {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { issues: Issue[] } }
}

const missing = (value: unknown) => value === undefined || value === null || value === ''

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
}

interface Holding extends Shaped {
  readonly element?: Shaped
}

/** The Chinese title of a field, where the schema gives one; of a list that of its items' field. */
function titleOf(e: Endpoint, field: string, list: boolean): string {
  const { shape } = e.input as unknown as Shaped
  const of = list ? (shape?.items as Holding | undefined)?.element?.shape : shape
  return metaOf(of?.[field] ?? {}).title ?? ''
}

/** A field as refusals name it: 「标题（title）」. */
export function labelOf(e: Endpoint, wire: string): string {
  const own = inputFields(e).find((field) => wireName(e, field) === wire)
  // of a body that is a list the fields are those of its items
  const title = own === undefined ? titleOf(e, wire, true) : titleOf(e, own, false)
  return title ? `${title}（${wire}）` : wire
}

function describe(e: Endpoint, issue: Issue): string {
  const [field = '', ...rest] = issue.path.map(String)
  const list = field === 'items' && rest[0] !== undefined
  const name = list ? (rest[1] ?? '') : field
  const place = list ? `第 ${Number(rest[0]) + 1} 项` : ''
  const title = titleOf(e, name, list)
  const wire = name === '' ? '' : wireName(e, name)
  const label = [place, title ? `${title}（${wire}）` : wire].filter(Boolean).join('的')
  // of many things in a field that one is named which is wrong
  const which = !list && rest.length > 1 && /^\d+$/.test(rest[0] ?? '') ? `第 ${Number(rest[0]) + 1} 项，` : ''
  return label ? `${label}：${which}${reasonOf(issue)}` : reasonOf(issue)
}

/**
 * Validates a decoded input by the endpoint's schema.
 * @throws Refused MISSING_PARAMETER naming the field's wire name, or BAD_INPUT naming each bad field
 */
export function validate(e: Endpoint, input: Record<string, unknown>): unknown {
  const result = (e.input as unknown as Parser).safeParse(input)
  if (result.success) return result.data
  const { issues } = result.error
  // an empty text that fails its own rule says what to enter; what is not there at all is missing
  const absent = issues.filter((i) => {
    const value = at(input, i.path)
    return (
      typeof i.path.at(-1) === 'string' &&
      (i.code === 'custom' ? value === undefined || value === null : missing(value))
    )
  })
  if (absent.length > 0) {
    const names = [...new Set(absent.map((i) => wireName(e, String(i.path.at(-1)))))]
    throw new Refused('MISSING_PARAMETER', missingSays(names.join('、')))
  }
  throw new Refused('BAD_INPUT', [...new Set(issues.slice(0, 5).map((i) => describe(e, i)))].join('；'))
}

/** Refuses a call that came without the body which its declaration needs; names the payload as the specification does. */
export function requireBody(e: Endpoint, body: unknown, query: object): void {
  if (e.send === 'list') {
    if (Array.isArray(body)) return
    if (body !== undefined && typeof body === 'object' && Object.hasOwn(body as object, 'items')) return
    const name = e.payload ?? 'body'
    throw new Refused(
      body === undefined ? 'MISSING_PARAMETER' : 'BAD_INPUT',
      body === undefined ? `缺少请求内容：${name}` : `${name}：应为列表`,
    )
  }
  if (Array.isArray(body)) throw new Refused('BAD_INPUT', `${e.payload ?? 'body'}：应为 JSON 对象`)
  if (e.send !== 'body' || e.bodyOptional || body !== undefined) return
  const named = inputFields(e).some((field) => Object.hasOwn(query, wireName(e, field)) || Object.hasOwn(query, field))
  if (!named) throw new Refused('MISSING_PARAMETER', `缺少请求内容：${e.payload ?? 'body'}`)
}
