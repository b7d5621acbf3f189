/** What the search looks through, by the names that it knows them by. */
export const searchKinds = {
  article: '文章',
  column: '栏目',
  mail: '信件',
  suggestion: '意见建议',
} as const

/** A dictionary that xzx itself relies on: its code and those of its entries stay as they are, names and states are the site's own. */
interface ShippedDict {
  readonly name: string
  /** The entries, by their codes. */
  readonly entries: Readonly<Record<string, string>>
}

/** The dictionary of what can be searched. */
export const searchDict = 'esType'

/** The dictionaries that xzx relies on, by their codes. A migration brings them, once. */
export const shippedDicts: Readonly<Record<string, ShippedDict>> = {
  [searchDict]: { name: '检索类型', entries: searchKinds },
}

/** The dictionary of this code that xzx relies on. */
export const shippedDict = (dictKey: string | null): ShippedDict | undefined =>
  dictKey !== null && Object.hasOwn(shippedDicts, dictKey) ? shippedDicts[dictKey] : undefined

/** True for an entry that xzx relies on. */
export const isShippedEntry = (dictKey: string | null, key: string): boolean =>
  Object.hasOwn(shippedDict(dictKey)?.entries ?? {}, key)
