import type { Brief } from '../article/calls.ts'

/** Some articles of the desk: which, in which order, what is told of each. */
export interface PileOf {
  readonly label: string
  /** What is said when nothing is in it. */
  readonly none: string
  readonly status: readonly number[]
  readonly sortField: 'updatedAt' | 'submittedAt' | 'publishTime'
  /** How many are shown; the others are behind 查看全部. */
  readonly size: number
  readonly at: (row: Brief) => string | null
  /** What is online is told of: the title that visitors see, not that of a copy under review. */
  readonly online?: true
  /** The reason stands with it. */
  readonly reason?: true
}

const few = 6
/** A writer's own, what asks for work first. */
export const piles: readonly PileOf[] = [
  {
    label: '被驳回、下架',
    none: '没有被驳回或下架的文章。',
    status: [4, 5],
    sortField: 'updatedAt',
    size: few,
    at: (row) => row.updatedAt,
    reason: true,
  },
  {
    label: '草稿',
    none: '没有写到一半的文章。',
    status: [3],
    sortField: 'updatedAt',
    size: few,
    at: (row) => row.updatedAt,
  },
  {
    label: '审核中',
    none: '没有正在审核的文章。',
    status: [1, 0],
    sortField: 'submittedAt',
    size: few,
    at: (row) => row.review?.submittedAt ?? row.submittedAt,
  },
  {
    label: '最近发布',
    none: '还没有发布的文章。',
    status: [2],
    sortField: 'publishTime',
    size: few,
    online: true,
    at: (row) => row.publishTime,
  },
]

/** What a reader finds. */
export const newest: PileOf = { ...(piles[3] as PileOf), none: '没有您能看到的已发布的文章。', size: 12 }
