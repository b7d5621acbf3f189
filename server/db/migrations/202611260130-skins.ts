import type { Maker } from '../maker.ts'

/** Skins that are made here, and what is written of skins' files, over those that come with the program. */
export async function up(make: Maker): Promise<void> {
  const kept = {
    ...{ createdBy: 'ref?', createdAt: 'time', updatedBy: 'ref?', updatedAt: 'time', version: 'int' },
  } as const
  await make.table('skin', { id: 'id', name: 'text', title: 'text', base: 'text', ...kept })
  await make.index('skin', ['name'], { unique: true })
  await make.index('skin', ['title'], { unique: true })
  await make.table('skinFile', {
    ...{ id: 'id', skin: 'text', fileName: 'text', size: 'int', binary: 'flag' },
    ...kept,
    content: 'text?',
  })
  await make.index('skinFile', ['fileName'], { unique: true })
  // what tells one state of a skin from another is read for each page; the texts are not read on the way
  await make.index('skinFile', ['skin', 'id', 'version'])
  await make.table('skinRevision', {
    ...{ id: 'id', skinFileId: 'ref', version: 'int', act: 'text', size: 'int', binary: 'flag' },
    ...{ createdBy: 'ref?', createdAt: 'time' },
    content: 'text?',
  })
  await make.index('skinRevision', ['skinFileId', 'version'], { unique: true })
}
