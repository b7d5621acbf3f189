import type { Maker } from '../maker.ts'

const stated = {
  status: 'int',
  reason: 'text?',
  createdBy: 'ref?',
  createdAt: 'time',
  updatedBy: 'ref?',
  updatedAt: 'time',
  version: 'int',
  deletedAt: 'time?',
  deletedBy: 'ref?',
} as const

/** 产品、工业项目、名人. */
export async function up(make: Maker): Promise<void> {
  await make.table('product', {
    id: 'id',
    title: 'text',
    company: 'text?',
    money: 'int?',
    image: 'text?',
    contact: 'text?',
    ...stated,
    summary: 'text?',
    content: 'text?',
  })
  await make.table('industrialProject', {
    id: 'id',
    title: 'text',
    company: 'text?',
    industry: 'int',
    place: 'text?',
    money: 'int?',
    name: 'personal?',
    phone: 'personal?',
    phoneHash: 'text?',
    peopleId: 'ref?',
    publishedAt: 'time?',
    ...stated,
    content: 'text',
  })
  await make.table('celebrity', {
    id: 'id',
    title: 'text',
    otherName: 'text?',
    gender: 'int?',
    field: 'int?',
    years: 'text?',
    nativePlace: 'text?',
    image: 'text?',
    ...stated,
    summary: 'text?',
    content: 'text?',
  })
  for (const table of ['product', 'industrialProject', 'celebrity'])
    await make.index(table, ['deletedAt', 'status', 'createdAt', 'id'])
  await make.index('industrialProject', ['phoneHash'])
  await make.index('industrialProject', ['peopleId', 'deletedAt', 'id'])
}
