import { type Endpoint, wireName } from './contract/endpoint.ts'
import { inputFields } from './contract/wire.ts'

/** What a refusal says of one field. */
export interface RefusedField {
  /** Its name in the call's input; with dots where it lies deeper. */
  readonly field: string
  readonly says: string
}

/** A refusal without the command that does what it advises, 「（命令 xzx mail redo 编号）」: for where nobody types commands. */
export const withoutCommands = (says: string): string => says.replace(/（命令 xzx [^（）]*）/g, '')

/** The same, and without the names by which programs know a field: 「理由（reason）：」. */
export const readable = (says: string): string => withoutCommands(says).replace(/（[A-Za-z_][\w.]*）/g, '')

/** Fields that were left out, as the schemas say it. */
const missing = /^缺少必填参数：([\w.、]{1,2000})$/
const toFill = '请填写'

/** As every refusal names a field (docs/rules.md, Errors): 「期号（number）：…」. */
const named = /^.{1,60}?（([A-Za-z][\w.]{0,80})）：/

/**
 * Which fields of a call a refusal is about, where all that it says is about fields.
 * @param says the refusal's words, as the server wrote them
 * @returns by field; empty: it says more than can stand at fields
 */
export function refusedFields(e: Endpoint, says: string): readonly RefusedField[] {
  const own = new Map(inputFields(e).map((field) => [wireName(e, field), field]))
  const left = missing.exec(says)?.[1]?.split('、')
  if (left) return left.map((name) => ({ field: own.get(name) ?? name, says: toFill }))
  const out: { name: string; says: string }[] = []
  for (const part of says.split('；')) {
    const [label, name] = named.exec(part) ?? []
    const last = out.at(-1)
    if (label !== undefined && name !== undefined) out.push({ name, says: part.slice(label.length) })
    else if (last) last.says += `；${part}`
    else return []
  }
  return out.map(({ name, says }) => ({ field: own.get(name) ?? name, says }))
}
