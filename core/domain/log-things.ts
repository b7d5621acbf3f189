/** A thing's name as it stands in a sentence of the log. */
export const quoted = (kind: string, name: string): string => (kind === 'article' ? `《${name}》` : `「${name}」`)

/** Stands in the log for a value that it does not keep. */
export const unsaid = '（内容不记入日志）'
