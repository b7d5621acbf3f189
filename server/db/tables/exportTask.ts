import { id, int, json, ref, table, text, time } from '../table.ts'

/** Large exports: what was asked for by whom, the job that makes the file, and the file. Each is read by nobody but who asked. */
export const exportTask = table({
  name: 'exportTask',
  columns: {
    id: id(),
    /** The job that made it last, or makes it. */
    jobId: ref('job', 'past').orEmpty,
    source: text(),
    name: text(),
    format: text(),
    createdBy: ref('user', 'past'),
    createdAt: time(),
    rows: int().orEmpty,
    bytes: int().orEmpty,
    sha256: text().orEmpty,
    doneAt: time().orEmpty,
    /** Until then it can be fetched; empty: there is no file. */
    keptUntil: time().orEmpty,
    /** The file's name in the folder of exports; empty: there is none. */
    keptAs: text().orEmpty,
    fields: json().orEmpty,
    filter: json().orEmpty,
    /** By what who asked might see the rows of the file; empty: it is from before that was kept. */
    reached: json().orEmpty,
  },
  sort: { createdAt: 'createdAt' },
  scope: { owner: 'createdBy' },
  says: '导出任务',
  unit: '个',
  label: 'name',
})

declare module '../tables.ts' {
  interface Tables {
    exportTask: typeof exportTask
  }
}
