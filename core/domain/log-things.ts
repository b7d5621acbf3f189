/** A thing's name as it stands in a sentence of the log; its own marks are those within others, so that no name goes on with the sentence. */
export const quoted = (kind: string, name: string): string =>
  kind === 'article'
    ? `《${name.replaceAll('《', '〈').replaceAll('》', '〉')}》`
    : `「${name.replaceAll('「', '『').replaceAll('」', '』')}」`

/** A name with what tells those apart who have the same: 「王一明（ny001）」. */
export const besided = (name: string, apart: string | null | undefined): string =>
  apart && apart !== name ? `${name}（${apart}）` : name

/** The two parts of such a name; null: it has but one. */
export function unbesided(words: string): readonly [name: string, apart: string] | null {
  const [, name, apart] = /^([^（）]+)（([^（）]+)）$/.exec(words) ?? []
  return name && apart ? [name, apart] : null
}

/** Stands in the log for a value that it does not keep. */
export const unsaid = '（内容不记入日志）'
