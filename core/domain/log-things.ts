/** A thing's name as it stands in a sentence of the log. */
export const quoted = (kind: string, name: string): string => (kind === 'article' ? `《${name}》` : `「${name}」`)
