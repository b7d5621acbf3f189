import { id, int, ref, table, text, time } from '../table.ts'

/**
 * What reads an article aloud: the file, and the text that it was read from. Who sees the article sees it, so that it has no scope of its own and is asked for
 * by the article alone.
 */
export const voice = table({
  name: 'voice',
  columns: {
    id: id(),
    articleId: ref('article', 'goes'),
    /** Its file, as an attachment of the article; none: there is none yet. */
    fileId: ref('attachment', 'past').orEmpty,
    seconds: int().orEmpty,
    engine: text().orEmpty,
    madeAt: time().orEmpty,
    /** The job that made it last, or makes it anew. */
    jobId: ref('job', 'past').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    /** The version of the article for which it came to nothing last: it is not tried again by itself. */
    failedVersion: int().orEmpty,
    /** The article as it was read: by what tells that its text is another one now. */
    version: int().orEmpty,
    seal: text().orEmpty,
    title: text().orEmpty,
    subtitle: text().orEmpty,
  },
  unique: ['articleId'],
  link: true,
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    voice: typeof voice
  }
}
