import { id, int, json, ref, table, text, time } from '../table.ts'

/** What the office gives departments to do. */
export const assignment = table({
  name: 'assignment',
  says: '交办任务',
  unit: '件',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    urgency: int(),
    /** `assignmentStates`: made from its replies, until it is closed. */
    state: int(),
    deadline: time().orEmpty,
    /** Working days from its giving by which the deadline is counted; none: the deadline was chosen. */
    limitDays: int().orEmpty,
    person: text().orEmpty,
    /** The department that gives it. */
    deptId: ref('dept').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    closedBy: ref('user', 'past').orEmpty,
    closedAt: time().orEmpty,
    remark: text().orEmpty,
    /** Long, and therefore last. */
    content: text(),
  },
  sort: {
    deadline: 'deadline',
    urgency: 'urgency',
    state: 'state',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
  scope: {
    dept: 'deptId',
    owner: 'createdBy',
    through: { table: 'assignmentDept', column: 'assignmentId', dept: 'deptId' },
  },
  large: true,
})

/** Who is to answer a task. */
export const assignmentDept = table({
  name: 'assignmentDept',
  says: '交办任务',
  unit: '件',
  link: true,
  columns: { id: id(), assignmentId: ref('assignment', 'goes'), deptId: ref('dept') },
  unique: [{ column: 'deptId', among: 'assignmentId', says: '同一任务' }],
  scope: { dept: 'deptId' },
})

/** What a department has replied: one row for each, once it has written something. */
export const assignmentReply = table({
  name: 'assignmentReply',
  says: '回复',
  unit: '条',
  columns: {
    id: id(),
    assignmentId: ref('assignment', 'goes'),
    deptId: ref('dept'),
    /** `replyStates`, or 3: returned. */
    state: int(),
    reason: text().orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    /** Who sent it back last, and when: of a reply that was returned once this stays. */
    returnedBy: ref('user', 'past').orEmpty,
    returnedAt: time().orEmpty,
    /** Long, and therefore last. */
    content: text(),
  },
  unique: [{ column: 'deptId', among: 'assignmentId', says: '同一任务' }],
  sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', state: 'state' },
  scope: {
    dept: 'deptId',
    through: { table: 'assignment', column: 'id', from: 'assignmentId', dept: 'deptId', owner: 'createdBy' },
  },
  large: true,
})

/** What was done to a task, and to the reply of one of its departments: who, when, what, why. It goes with its task. */
export const assignmentStep = table({
  name: 'assignmentStep',
  columns: {
    id: id(),
    assignmentId: ref('assignment', 'goes'),
    /** The department whose reply it is about; none: about the task itself. */
    deptId: ref('dept', 'past').orEmpty,
    no: int(),
    act: text(),
    /** `assignmentStates`: of the reply, or of the task, after it. */
    status: int(),
    reason: text().orEmpty,
    byId: ref('user', 'past').orEmpty,
    byName: text(),
    at: time(),
    /** Changed fields before and after it. */
    before: json().orEmpty,
    after: json().orEmpty,
  },
  sort: { no: 'no', at: 'at' },
  scope: {
    dept: 'deptId',
    through: { table: 'assignment', column: 'id', from: 'assignmentId', dept: 'deptId', owner: 'createdBy' },
  },
})

declare module '../tables.ts' {
  interface Tables {
    assignment: typeof assignment
    assignmentDept: typeof assignmentDept
    assignmentReply: typeof assignmentReply
    assignmentStep: typeof assignmentStep
  }
}
