const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  emsp: '　',
}

/** An article's HTML as text to read on a terminal: blocks become lines. */
export const plainText = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, '')
    .replace(/(?<!\s)\s*<(?:(?:br|hr)\b[^<>]*|\/(?:p|div|h\d|li|tr|table|blockquote|ul|ol))>\s*/gi, '\n')
    .replace(/<img\b[^<>]*>/gi, '〔图片〕')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
      if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/\n{2,}/g, '\n')
    .trim()
