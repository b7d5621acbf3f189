/** The words of a rule: one a line, also parted by commas or blanks, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,，、;；]+/)
      .map((word) => word.normalize('NFKC').toLowerCase())
      .filter(Boolean),
  ),
]
