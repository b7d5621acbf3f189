import type { Names } from './names.ts'

/** A list that names areas, an entry a line: where it is, the line before its first and behind its last entry, and the entry of an area. */
interface List {
  readonly file: string
  readonly first: RegExp
  readonly last: RegExp
  readonly line: (names: Names) => string
}

const areas: List = {
  file: 'core/contract/areas.ts',
  first: /^export const areas = \{$/,
  last: /^\} as const$/,
  line: ({ area, what, on }) =>
    `  ${area}: area('${what}', async () => (await import('./${area}.ts')).${area}${on('state', ', withStates')}),`,
}
const sites: List = {
  file: 'server/site/areas.ts',
  first: /^\/\/ biome-ignore-all format/,
  last: /^$/,
  line: ({ area }) => `export { ${area} } from './areas/${area}.ts'`,
}

/** The lists that an area has a line in. */
export const listsOf = ({ on }: Names): readonly List[] => [areas, ...(on('public', 'yes') ? [sites] : [])]

/** The list's text with the area's line, in the order of names; null where its place is not found. */
export function withLine(text: string, list: List, names: Names): string | null {
  const lines = text.split('\n')
  const start = lines.findIndex((one) => list.first.test(one))
  const end = lines.findIndex((one, i) => i > start && list.last.test(one))
  if (start < 0 || end < 0) return null
  const line = list.line(names)
  const later = lines.findIndex((one, i) => i > start && i < end && one > line)
  return lines.toSpliced(later < 0 ? end : later, 0, line).join('\n')
}
