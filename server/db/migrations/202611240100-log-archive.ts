import type { Maker } from '../maker.ts'

/** Months of the operation log that were written into files; the newest says where the log in the database begins. */
export async function up(make: Maker): Promise<void> {
  await make.table('logArchive', {
    ...{ id: 'id', month: 'text', file: 'text', firstId: 'int', lastId: 'int', count: 'int', rows: 'int' },
    ...{ previous: 'text', hash: 'text', sha256: 'text', records: 'json', at: 'time', mac: 'text' },
  })
  await make.index('logArchive', ['rows'], { unique: true })
}
