import { id, int, json, ref, table, text, time } from '../table.ts'

/** What was looked at of articles that left the site, and what was found; a check that is due has no time yet. */
export const offSite = table({
  name: 'offSite',
  columns: {
    id: id(),
    articleId: ref('article', 'past'),
    title: text(),
    columnId: ref('column', 'past').orEmpty,
    deptId: ref('dept', 'past').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    /** When it left the site. */
    offAt: time(),
    /** When it was looked for; empty: it is to be. */
    at: time().orEmpty,
    /** Who asked for it; empty: the server by itself. */
    byId: ref('user', 'past').orEmpty,
    /** One of `offSiteStates`. */
    state: int(),
    /** So many traces. */
    found: int(),
    /** SHA-256 of all that was looked at. */
    print: text().orEmpty,
    looked: json().orEmpty,
    /** What was its own on the site: names of pictures, paths of attachments. Kept, for a purge leaves no other word of it. */
    own: json().orEmpty,
  },
  scope: { dept: 'deptId', owner: 'createdBy', column: 'columnId' },
  sort: { id: 'id', at: 'at', offAt: 'offAt' },
})

declare module '../tables.ts' {
  interface Tables {
    offSite: typeof offSite
  }
}
