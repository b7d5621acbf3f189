import type { z } from 'zod'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { innerOf, type Shaped } from '../../core/contract/meta.ts'
import { documentOf } from '../../core/contract/replies.ts'

const at = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`)

/** The fields of a reply that its contract does not name, by their paths. */
function unnamed(schema: Shaped, value: unknown, path = ''): string[] {
  const { shape, def } = innerOf(schema)
  if (Array.isArray(value))
    return def?.element ? value.flatMap((one, i) => unnamed(def.element as Shaped, one, at(path, i))) : []
  if (!shape || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    shape[name] ? unnamed(shape[name], one, at(path, name)) : [at(path, name)],
  )
}

/** What a document is that its contract does not promise. */
export function brokenDocument(e: Endpoint, headers: Headers): string[] {
  const document = documentOf(e)
  if (!document) return ['a document: its contract says JSON']
  const type = headers.get('content-type') ?? ''
  const name = headers.get('content-disposition') ?? ''
  return [
    ...(type.startsWith(document.type) ? [] : [`${type}: its contract says ${document.type}`]),
    ...(document.kept && !name.endsWith(`.${document.ending}`) ? [`${name}: kept as no .${document.ending}`] : []),
  ]
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[name], value)

/** What a reply has that its contract does not promise, and what it lacks of it. Where the caller asked for some fields, the others may be missing. */
export function brokenPromises(e: Endpoint, value: unknown, asked: boolean): string[] {
  const { error } = (e.output as z.ZodType).safeParse(value)
  const lacking = (error?.issues ?? [])
    .filter(({ path }) => !(asked && valueAt(value, path) === undefined))
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
  return [...lacking, ...unnamed(e.output as Shaped, value).map((name) => `${name}: not in the contract`)]
}
