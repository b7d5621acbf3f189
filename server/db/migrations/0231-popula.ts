import type { Maker } from '../maker.ts'

/** 推荐链接. */
export async function up(make: Maker): Promise<void> {
  await make.table('popula', {
    id: 'id',
    name: 'text',
    url: 'text',
    image: 'text?',
    sort: 'int',
    enabled: 'flag',
    hits: 'int',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('popula', ['name'], { unique: true })
  await make.index('popula', ['sort', 'id', 'enabled'])
  await make.index('popula', ['enabled', 'sort', 'id'])
  await make.index('popula', ['hits', 'id', 'enabled'])
}
