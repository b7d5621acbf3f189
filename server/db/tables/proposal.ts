import { placeColumns, placeSort } from '../place-columns.ts'
import { id, int, listedIn, openIn, ref, table, text, time } from '../table.ts'

/** Proposals of the committee's members, and what was answered. */
export const proposal = table({
  name: 'proposal',
  says: '提案',
  unit: '件',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    /** `proposalTypes` */
    type: int(),
    /** `proposalClasses` */
    class: int(),
    /** Who joins in it. */
    partners: text().orEmpty,
    /** `proposalStates` */
    state: int(),
    reason: text().orEmpty,
    /** The number under which it is filed: 2026-001. */
    no: text().orEmpty,
    /** The unit that leads. */
    deptId: ref('dept').orEmpty,
    filedAt: time().orEmpty,
    assignedAt: time().orEmpty,
    /** The last moment for the answer. */
    due: time().orEmpty,
    extendMonths: int().orEmpty,
    extendedAt: time().orEmpty,
    extendReason: text().orEmpty,
    /** How often it was handed to units because of what the member said: 1, or 2. */
    round: int(),
    answeredAt: time().orEmpty,
    deliveredAt: time().orEmpty,
    /** `proposalOutcomes` */
    outcome: int().orEmpty,
    /** `proposalRatings` */
    rating: int().orEmpty,
    ratedAt: time().orEmpty,
    /** Whether the member, and the unit that leads, agree to its publication. */
    openFlag: int(),
    unitOpen: int().orEmpty,
    mergedInto: ref('proposal', 'past').orEmpty,
    publishedAt: time().orEmpty,
    /** Where it stands in the list of the site, as long as it is public. */
    openNo: int().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    ratingWords: text().orEmpty,
    /** Long, and therefore last. */
    content: text(),
    reply: text().orEmpty,
    /** What the member was not content with. */
    earlierReply: text().orEmpty,
    /** As they stand on the site: without anybody's name, numbers and addresses. */
    openTitle: text().orEmpty,
    openContent: text().orEmpty,
    openReply: text().orEmpty,
  },
  unique: ['no'],
  scope: {
    dept: 'deptId',
    owner: 'createdBy',
    through: { table: 'proposalDept', column: 'proposalId', dept: 'deptId' },
  },
  sort: {
    ...{ createdAt: 'createdAt', updatedAt: 'updatedAt', due: 'due', no: 'no', state: 'state' },
    ...{ assignedAt: 'assignedAt', publishedAt: 'publishedAt', deletedAt: 'deletedAt' },
  },
  finds: { createdBy: 'proposal_createdBy_deletedAt_createdAt_id' },
  walk: listedIn('proposal', 'state', ['due', 'type', 'class', 'outcome', 'rating']),
  open: openIn('proposal', ['publishedAt', 'no']),
  large: true,
})

/** The units that have a proposal, each with what it says of it. */
export const proposalDept = table({
  name: 'proposalDept',
  says: '提案办理',
  unit: '条',
  columns: {
    id: id(),
    proposalId: ref('proposal', 'goes'),
    ...placeColumns,
  },
  unique: [{ column: 'deptId', among: 'proposalId', says: '同一提案' }],
  sort: placeSort,
  scope: { dept: 'deptId', through: { table: 'proposal', column: 'id', from: 'proposalId', dept: 'deptId' } },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    proposal: typeof proposal
    proposalDept: typeof proposalDept
  }
}
