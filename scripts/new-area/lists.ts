import type { Names } from './names.ts'

/** The one list that names areas; a new one gets its line, in the order of names. */
export const areasFile = 'core/contract/areas.ts'

/** The list with the area's line; the same text where its place is not found. */
export function withLine(text: string, { area, what }: Names): string {
  const line = `  ${area}: area('${what}', async () => (await import('./${area}.ts')).${area}),`
  const lines = text.split('\n')
  const start = lines.indexOf('export const areas = {')
  const end = lines.indexOf('} as const', start)
  if (start < 0 || end < 0) return text
  const nameOf = (one: string) => /^ {2}(\w+):/.exec(one)?.[1] ?? ''
  const later = lines.findIndex((one, i) => i > start && i < end && nameOf(one) > area)
  return lines.toSpliced(later < 0 ? end : later, 0, line).join('\n')
}
