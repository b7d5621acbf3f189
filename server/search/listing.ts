/** A page of a list: how many rows it may have, and how many come before it. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** How many rows a list has, where a page tells it by not being full; null: it is to be counted. */
export const toldBy = (page: Page | undefined, found: number): number | null =>
  page && found < page.limit && (found > 0 || page.offset === 0) ? page.offset + found : null
