/** What a kind of jobs is to people. */
interface Kind {
  readonly says: string
  /** Why one cannot be stopped; none: it can. */
  readonly goesOn?: string
}

const kinds = {
  /** Pages that somebody asked for. */
  generate: { says: '生成任务' },
  /** A large pile of approvals that is shown: it is seen like a run, but stands in nobody's way. */
  update: { says: '网站更新', goesOn: '这是审核通过后网站的自动更新，不能取消' },
  /** Articles that are looked through for words. */
  scan: { says: '检测任务' },
  /** Many rows that somebody moves at once. */
  bulk: { says: '批量任务' },
  /** The index of the search, made anew. */
  searchIndex: { says: '重建检索索引的任务' },
  /** An article that is read aloud. */
  voice: { says: '语音任务' },
  /** Many rows that are written into a file. */
  exportFile: { says: '导出任务' },
  /** A work of the schedule. */
  work: { says: '计划任务' },
} as const satisfies Readonly<Record<string, Kind>>

export type JobKind = keyof typeof kinds
/** The kinds of jobs: the list to extend. */
export const jobKinds: Readonly<Record<JobKind, Kind>> = kinds
