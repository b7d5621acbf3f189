import { shapeOf } from '../../core/client/prepare.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { type ReferenceName, references } from '../../core/contract/references.ts'
import { inputFields, ownIds } from '../../core/contract/wire.ts'
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

/** Of a dictionary the entries have ids like its own, and names that are no dictionary's. */
const isNamed = (name: string): name is ReferenceName => Object.hasOwn(references, name) && name !== 'dict'

/** What an area's own rows are known by beside their ids, where a call is about these: as they are listed, or as their tree. */
export const ownReference = (area: string, { rows, about = area }: Endpoint): ReferenceName | undefined =>
  isNamed(area) && (rows === undefined || rows === 'tree') && about === area ? area : undefined

/** Fields of the specification that name a row by another word than its kind's. */
const spelled: Readonly<Record<string, ReferenceName>> = { categoryCategoryId: 'column', relationCategoryid: 'column' }

/**
 * What a field names by its id, so that a name may be typed for it: as it is declared, by the field's own name, or as the row that the call is about.
 * @param area of the call; none: its own rows are named by ids alone
 */
export function referenceOf(e: Endpoint, field: string, area = ''): ReferenceName | undefined {
  const { of } = metaOf((shapeOf(e)[field] ?? {}) as Shaped)
  if (of !== undefined) return of as ReferenceName
  const [, name = ''] = /^(\w+?)Ids?$/.exec(field) ?? []
  if (isNamed(name)) return name
  if (spelled[field]) return spelled[field]
  // a row of a tree among its like
  if (field === 'parentId' && area === 'resource') return 'resource'
  return field === 'ids' || ownIds(area).includes(field) ? ownReference(area, e) : undefined
}
