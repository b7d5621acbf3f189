/** What stands under one heading. */
export interface Section<T> {
  readonly name: string | null
  readonly items: readonly T[]
}

/** Contents under the headings by which they stand, in their order; one that comes again further down is named again. */
export function sectionsOf<C extends { readonly section: string | null }, T>(
  contents: readonly C[],
  line: (one: C) => T,
): Section<T>[] {
  const sections: { name: string | null; items: T[] }[] = []
  for (const one of contents) {
    const name = one.section || null
    const last = sections.at(-1)
    if (last?.name === name) last.items.push(line(one))
    else sections.push({ name, items: [line(one)] })
  }
  return sections
}

/** How a line says where it leads. @param jump where an article leads that is a link */
export const leads = (jump: string | null, page: string) => ({
  url: jump ?? page,
  external: jump !== null && /^https?:/i.test(jump),
})
