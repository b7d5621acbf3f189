import { id, int, ref, table, text, time } from '../table.ts'

/** 答复用语: what is often said in answers to letters. */
export const mailPhrase = table({
  name: 'mailPhrase',
  says: '答复用语',
  unit: '条',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    /** Whose it is; none: of whoever wrote it alone. */
    deptId: ref('dept').orEmpty,

    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedAt: time(),
    version: int(),
    /** Long, and therefore last. */
    content: text(),
  },
  scope: { dept: 'deptId', owner: 'createdBy' },
  sort: { title: 'title', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    mailPhrase: typeof mailPhrase
  }
}
