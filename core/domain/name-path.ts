/** Names from the top down as one text, in which no two paths are spelled alike. */

const isPlain = (name: string) => !name.includes('/') && !name.startsWith('"')

/** 「政协要闻/会议」; a name that holds a slash stands in quotation marks: 「"新闻/动态"/会议」. */
export const pathText = (names: readonly string[]): string =>
  names.map((name) => (isPlain(name) ? name : JSON.stringify(name))).join('/')

const quoted = /"(?:[^"\\]|\\.)*"(?=\/|$)/y

/** The name that begins there in a path, and how far it goes. */
function nameAt(text: string, at: number): { name: string; end: number } {
  quoted.lastIndex = at
  const [found] = quoted.exec(text) ?? []
  if (found !== undefined)
    try {
      return { name: JSON.parse(found) as string, end: at + found.length }
    } catch {
      // quotation marks that somebody put in themselves: they are part of the name
    }
  const slash = text.indexOf('/', at)
  const end = slash === -1 ? text.length : slash
  return { name: text.slice(at, end), end }
}

/** The names of a path that `pathText` has spelled. */
export function pathNames(text: string): string[] {
  const names: string[] = []
  for (let at = 0; at <= text.length; ) {
    const { name, end } = nameAt(text, at)
    names.push(name)
    at = end + 1
  }
  return names
}
