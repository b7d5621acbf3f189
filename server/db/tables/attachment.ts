import { id, int, ref, table, text, time } from '../table.ts'

/** A file that belongs to a row; its content is `<data>/attachments/<stored>`. */
export const attachment = table({
  name: 'attachment',
  says: '附件',
  unit: '个',
  label: 'name',
  columns: {
    id: id(),
    /** The table of its row. */
    to: text(),
    /** 0: none yet, or no longer; after a day it is gone. */
    rowId: int(),
    /** The row that let it go: it may have it back. */
    wasRowId: int(),
    /** Its place among the files of the row. */
    place: int(),
    name: text(),
    kind: text(),
    size: int(),
    stored: text(),
    createdBy: ref('user', 'past').orEmpty,
    /** A mark of the network from which a stranger sent it, until it has a row. */
    sender: text().orEmpty,
    /** When it was last attached or let go. */
    movedAt: time(),
  },
  unique: ['stored'],
  scope: { owner: 'createdBy' },
})

declare module '../tables.ts' {
  interface Tables {
    attachment: typeof attachment
  }
}
