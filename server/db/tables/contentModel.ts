import { flag, id, int, ref, table, text, time } from '../table.ts'

/** What the articles of a column have beside their text. The columns are called as the specification calls its fields. */
export const contentModel = table({
  name: 'contentModel',
  says: '内容模型',
  label: 'cmName',
  columns: {
    id: id(),
    cmName: text(),
    cmTableName: text(),
    cmDescrip: text().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
  },
  unique: ['cmName', 'cmTableName'],
  scope: 'all',
  sort: { cmName: 'cmName', cmTableName: 'cmTableName', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

/** Its fields in their order. */
export const contentModelField = table({
  name: 'contentModelField',
  says: '内容模型的字段',
  label: 'fieldTipsName',
  columns: {
    id: id(),
    contentModelId: ref('contentModel', 'goes'),
    fieldType: int(),
    fieldTipsName: text(),
    fieldFieldName: text(),
    required: flag(),
    lines: flag(),
    maxLength: int().orEmpty,
    /** Numbers as their digits. */
    minimum: text().orEmpty,
    maximum: text().orEmpty,
    unit: text().orEmpty,
    inList: flag(),
    /** 0: no more asked for; what articles carry goes on being shown. */
    state: flag(),
    /** 1: an article has, or had, a value of it. */
    carried: flag(),
    sort: int(),
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    hint: text().orEmpty,
    /** One a line. */
    choices: text().orEmpty,
    fieldDefault: text().orEmpty,
  },
  unique: [
    { column: 'fieldFieldName', among: 'contentModelId', says: '同一模型' },
    { column: 'fieldTipsName', among: 'contentModelId', says: '同一模型' },
  ],
  scope: 'all',
  sort: { sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    contentModel: typeof contentModel
    contentModelField: typeof contentModelField
  }
}
