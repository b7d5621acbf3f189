import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** Content models and their fields. */
export async function up(make: Maker): Promise<void> {
  const kept = {
    ...{ createdBy: 'ref?', createdAt: 'time', updatedBy: 'ref?', updatedAt: 'time', version: 'int' },
  } as const
  await make.table('contentModel', {
    id: 'id',
    cmName: 'text',
    cmTableName: 'text',
    cmDescrip: 'text?',
    ...kept,
  })
  await make.index('contentModel', ['cmName'], { unique: true })
  await make.index('contentModel', ['cmTableName'], { unique: true })
  await make.table('contentModelField', {
    id: 'id',
    contentModelId: 'ref',
    fieldType: 'int',
    fieldTipsName: 'text',
    fieldFieldName: 'text',
    ...{ required: 'flag', lines: 'flag', maxLength: 'int?', minimum: 'text?', maximum: 'text?', unit: 'text?' },
    ...{ inList: 'flag', state: 'flag', carried: 'flag', sort: 'int' },
    ...kept,
    ...{ hint: 'text?', choices: 'text?', fieldDefault: 'text?' },
  })
  await make.index('contentModelField', ['contentModelId', 'fieldFieldName'], { unique: true })
  await make.index('contentModelField', ['contentModelId', 'fieldTipsName'], { unique: true })
  // any number was taken before there were models
  await sql`update "column" set "contentModelId" = null`.execute(make.db)
  await make.index('column', ['contentModelId'])
}
