import type { Maker } from '../maker.ts'

/** 提案，和各单位的办理. */
export async function up(make: Maker): Promise<void> {
  await make.table('proposal', {
    ...{ id: 'id', title: 'text', type: 'int', class: 'int', partners: 'text?', state: 'int', reason: 'text?' },
    ...{ no: 'text?', deptId: 'ref?', filedAt: 'time?', assignedAt: 'time?', due: 'time?', extendMonths: 'int?' },
    ...{ extendedAt: 'time?', extendReason: 'text?', round: 'int', answeredAt: 'time?', deliveredAt: 'time?' },
    ...{ outcome: 'int?', rating: 'int?', ratedAt: 'time?', openFlag: 'int', unitOpen: 'int?', mergedInto: 'ref?' },
    ...{ publishedAt: 'time?', createdBy: 'ref?', createdAt: 'time', updatedBy: 'ref?', updatedAt: 'time' },
    ...{ version: 'int', deletedAt: 'time?', deletedBy: 'ref?', ratingWords: 'text?' },
    ...{ content: 'text', reply: 'text?', earlierReply: 'text?' },
  })
  await make.index('proposal', ['no'], { unique: true })
  for (const columns of [
    ['deletedAt', 'createdAt', 'id'],
    ['deletedAt', 'state', 'createdAt', 'id'],
    ['deletedAt', 'due', 'state'],
    ['state', 'deletedAt', 'publishedAt', 'id'],
    ['deptId', 'deletedAt', 'createdAt', 'id'],
    ['createdBy', 'deletedAt', 'createdAt', 'id'],
    ['mergedInto'],
  ])
    await make.index('proposal', columns)
  await make.table('proposalDept', {
    ...{ id: 'id', proposalId: 'ref', deptId: 'ref', lead: 'int', state: 'int', remarks: 'text?' },
    ...{ createdAt: 'time', updatedBy: 'ref?', updatedAt: 'time', version: 'int', content: 'text?' },
  })
  await make.index('proposalDept', ['proposalId', 'deptId'], { unique: true })
  for (const columns of [
    ['deptId', 'proposalId'],
    ['deptId', 'state'],
  ])
    await make.index('proposalDept', columns)
}
