import { id, int, ref, table, text, time } from '../table.ts'

/** An uploaded file; its content is `<data>/uploads/<name>`. */
export const file = table({
  name: 'file',
  says: '文件',
  label: 'originalName',
  columns: {
    id: id(),
    name: text(),
    kind: text(),
    originalName: text().orEmpty,
    size: int(),
    width: int().orEmpty,
    height: int().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    deptId: ref('dept', 'past').orEmpty,
    createdAt: time(),
    /** The visitor whose it is. */
    peopleId: ref('people', 'goes').orEmpty,
  },
  scope: { dept: 'deptId', owner: 'createdBy' },
})

declare module '../tables.ts' {
  interface Tables {
    file: typeof file
  }
}
