import { id, int, json, ref, table, text, time } from '../table.ts'

/** What one person planned for another one to carry out (docs/decisions/0036-plans.md). No list shows it: it is known by its file. */
export const auditPlan = table({
  name: 'auditPlan',
  says: '方案',
  unit: '个',
  label: 'title',
  columns: {
    id: id(),
    /** 「审核通过并发布 12 篇文章」 */
    title: text(),
    area: text(),
    move: text(),
    reason: text().orEmpty,
    count: int(),
    madeBy: ref('user', 'past'),
    createdAt: time(),
    expiresAt: time(),
    appliedBy: ref('user', 'past').orEmpty,
    appliedAt: time().orEmpty,
    /** The items of the file. Long, and therefore last. */
    items: json(),
    /** The numbers of those that were carried out. */
    done: json().orEmpty,
  },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    auditPlan: typeof auditPlan
  }
}
