import { wholeContract } from '../../../core/contract/areas.ts'
import { keysOf } from '../../access/shipped.ts'

/** What the rights are called, by their keys. */
const says: ReadonlyMap<string, string> = new Map(keysOf(await wholeContract()).map(({ key, says }) => [key, says]))

const namedMost = 3

/** The first of some keys by name, and how many there are; menus have no name of their own here. */
function named(doing: string, keys: unknown): string[] {
  if (!Array.isArray(keys) || keys.length === 0) return []
  const first = keys.slice(0, namedMost).map((key) => says.get(String(key)) ?? String(key))
  return [`${doing}${first.join('、')}${keys.length > namedMost ? `等 ${keys.length} 项` : ''}`]
}

/** Which rights a row of the log tells to have been given and taken: 「（增加初审通过文章；收回下架文章）」. */
export function rightsTold(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  const told = [...named('增加', after.added), ...named('收回', before.taken)]
  return told.length > 0 ? `（${told.join('；')}）` : ''
}

/** A sentence without what `rightsTold` put behind it. */
export function withoutRights(words: string): string {
  const at = words.search(/（(?:增加|收回)/)
  return at >= 0 && words.endsWith('）') ? words.slice(0, at) : words
}
