import { shapeOf } from '../../core/client/prepare.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { camel, kebab } from '../spelling.ts'

/** Fields whose own name is that of a flag which means something else in every command. */
const otherNames: Readonly<Record<string, string>> = { version: 'base-version', size: 'count' }

/** The flag of a field, without its dashes: what names a row of another area is called as that one, `--dept` for `deptId`, `--depts` for `deptIds`. */
export const flagName = (e: Endpoint, field: string): string =>
  otherNames[field] ?? kebab(metaOf((shapeOf(e)[field] ?? {}) as Shaped).of ? field.replace(/Id(s?)$/, '$1') : field)

/** What was typed for fields, by the fields' own names. */
export function fieldsTyped(e: Endpoint, flags: Readonly<Record<string, string>>): Record<string, string> {
  const fields = new Map(inputFields(e).map((field) => [camel(flagName(e, field)), field]))
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [fields.get(name) ?? name, value]))
}
