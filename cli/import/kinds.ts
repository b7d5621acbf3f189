/** What can be imported, by the ending of a file's name. */
export const kinds = { jsonl: ['.jsonl', '.ndjson'], csv: ['.csv', '.tsv'], xlsx: ['.xlsx'], html: ['.html', '.htm'] }
export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[]
