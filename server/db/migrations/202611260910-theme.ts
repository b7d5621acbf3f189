import type { Maker } from '../maker.ts'

/** 三组话题和它们的回复：列相同，表各一张. */
export async function up(make: Maker): Promise<void> {
  for (const name of ['theme', 'llTheme', 'xaxTheme']) {
    await make.table(name, {
      ...{ id: 'id', title: 'text', kind: 'int', type: 'int', name: 'personal?', phone: 'personal?' },
      ...{ phoneHash: 'text?', code: 'personal?', codeHash: 'text?', shownName: 'text?', peopleId: 'ref?' },
      ...{ openFlag: 'int', state: 'int', reason: 'text?', shown: 'int', recommend: 'int', replies: 'int' },
      ...{ deptId: 'ref?', auditedAt: 'time?', shownAt: 'time?', answeredAt: 'time?', createdAt: 'time' },
      ...{ updatedBy: 'ref?', updatedAt: 'time', version: 'int', deletedAt: 'time?', deletedBy: 'ref?' },
      content: 'text',
    })
    await make.index(name, ['codeHash'], { unique: true })
    for (const columns of [
      ['deletedAt', 'createdAt', 'id'],
      ['deletedAt', 'state', 'createdAt', 'id'],
      ['state', 'shown', 'deletedAt', 'shownAt', 'id'],
      ['deptId', 'deletedAt', 'createdAt', 'id'],
      ['deletedAt', 'replies', 'id'],
      ['phoneHash'],
      ['peopleId', 'createdAt'],
    ])
      await make.index(name, columns)
    const replies = `${name}Reply`
    await make.table(replies, {
      ...{ id: 'id', themeId: 'ref', type: 'int', parentId: 'ref?', state: 'int', reason: 'text?', deptId: 'ref?' },
      ...{ createdBy: 'ref?', createdAt: 'time', auditedBy: 'ref?', auditedAt: 'time?' },
      ...{ updatedBy: 'ref?', updatedAt: 'time', version: 'int', content: 'text' },
    })
    for (const columns of [['themeId', 'state'], ['state', 'createdAt'], ['deptId', 'themeId'], ['parentId']])
      await make.index(replies, columns)
  }
}
