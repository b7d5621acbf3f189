import { flag, id, int, ref, table, text, time } from '../table.ts'

/** A skin that was made here; those that come with the program are in no table. */
export const skin = table({
  name: 'skin',
  says: '网站皮肤',
  unit: '套',
  label: 'title',
  columns: {
    id: id(),
    name: text(),
    title: text(),
    /** The skin behind it, by its name. */
    base: text(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  unique: ['name', 'title'],
  scope: 'all',
})

/** A file of a skin as it was written here, over the one that comes with the program. */
export const skinFile = table({
  name: 'skinFile',
  says: '皮肤文件',
  label: 'fileName',
  columns: {
    id: id(),
    skin: text(),
    fileName: text(),
    size: int(),
    binary: flag(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    /** Pictures in base64; empty: nothing of its own any more, what is shipped or stands behind it holds again. */
    content: text().orEmpty,
  },
  unique: ['fileName'],
  scope: 'all',
})

/** What a file was after each change. */
export const skinRevision = table({
  name: 'skinRevision',
  says: '皮肤文件的旧版',
  columns: {
    id: id(),
    skinFileId: ref('skinFile', 'goes'),
    version: int(),
    act: text(),
    size: int(),
    binary: flag(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    content: text().orEmpty,
  },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    skin: typeof skin
    skinFile: typeof skinFile
    skinRevision: typeof skinRevision
  }
}
