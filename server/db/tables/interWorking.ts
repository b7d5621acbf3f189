import { id, int, json, personal, ref, table, text, time } from '../table.ts'

/**
 * What partners pushed, a row for each thing of theirs: `partnerId`, `kind` and `sourceId` name it, and what is pushed again under them is the
 * same thing. What could not be told by a `sourceId` is refused, and stands without one.
 */
export const interWorking = table({
  name: 'interWorking',
  says: '推送',
  unit: '条',
  label: 'title',
  freed: '推送过内容的互通单位不能删除，请改为停用',
  byStrangers: ['title', 'sourceId', 'pushed', 'letter'],
  columns: {
    id: id(),
    partnerId: ref('partner'),
    /** That of its partner. */
    deptId: ref('dept').orEmpty,
    /** `pushKinds` */
    kind: text(),
    sourceId: text().orEmpty,
    title: text(),
    /** `interWorkingStates` */
    status: int(),
    /** Why it was refused or dismissed. */
    reason: text().orEmpty,
    /** The field that it was refused for. */
    field: text().orEmpty,
    articleId: ref('article', 'past').orEmpty,
    bulletinId: ref('bulletin', 'past').orEmpty,
    /** A mark of what was pushed last: what has the same is the same. */
    print: text(),
    /** Marks of what was taken up, by field: of what is pushed later only what differs is a change. */
    taken: json().orEmpty,
    createdAt: time(),
    pushedAt: time(),
    takenAt: time().orEmpty,
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    /** What a citizen wrote, as JSON. */
    letter: personal().orEmpty,
    /** What was refused, as JSON; what is taken up stands in the article. */
    pushed: text().orEmpty,
  },
  // and among its kind, which its index has too
  unique: [{ column: 'sourceId', among: 'partnerId', says: '同一互通单位' }],
  scope: { dept: 'deptId' },
  sort: { title: 'title', status: 'status', pushedAt: 'pushedAt', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    interWorking: typeof interWorking
  }
}
