import { sentByStrangers, sentColumns, sentSort } from '../sent-columns.ts'
import { findsIn, id, int, listedIn, openIn, personal, ref, secret, table, text, time } from '../table.ts'

/** What visitors suggested, and what was answered. */
export const suggestion = table({
  name: 'suggestion',
  says: '建议',
  unit: '条',
  label: 'title',
  byStrangers: sentByStrangers,
  columns: {
    id: id(),
    title: text(),
    /** `suggestionStates` */
    status: int(),
    /** The department that is to answer; none: only who sees all of them does. */
    deptId: ref('dept').orEmpty,
    repliedBy: ref('user', 'past').orEmpty,
    repliedAt: time().orEmpty,
    publishedAt: time().orEmpty,
    /** When somebody wrote how it is to stand on the site; none: what is personal is hidden as it becomes public. */
    draftedAt: time().orEmpty,
    /** The last moment for the answer, and within how many working days; none: it came before there was one. */
    due: time().orEmpty,
    limitDays: int().orEmpty,
    /** Where it stands in the list of the site, as long as it is public. */
    openNo: int().orEmpty,
    /** By code and phone whoever wrote reads it again; none: they gave no phone, or it is older than codes are. */
    code: personal().orEmpty,
    codeHash: secret().orEmpty,
    ...sentColumns,
    reply: text().orEmpty,
    openReply: text().orEmpty,
  },
  unique: ['codeHash'],
  scope: { dept: 'deptId' },
  sort: {
    ...sentSort,
    ...{ due: 'due', repliedAt: 'repliedAt', publishedAt: 'publishedAt', status: 'status' },
  },
  finds: findsIn('suggestion', ['phoneHash']),
  late: 'suggestion_deletedAt_status_due',
  walk: listedIn('suggestion', 'status', ['due']),
  open: openIn('suggestion', ['publishedAt', 'createdAt', 'repliedAt']),
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    suggestion: typeof suggestion
  }
}
