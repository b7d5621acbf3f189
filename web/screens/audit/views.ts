import type { CallOptions } from '../../../core/client/client.ts'
import type { ReviewStep } from '../../../core/domain/article-states.ts'
import type { Right } from '../../app/rights.ts'
import { api, type Brief, notByMe } from '../article/calls.ts'

type Item = Parameters<typeof api.accept>[0]['items'][number]
type Call = (input: { items: Item[] }, options?: CallOptions) => ReturnType<typeof api.accept>

/** What passing or rejecting means in a pile. */
interface Step {
  readonly label: string
  readonly right: Right
  readonly call: Call
  /** What has become of an article after it. */
  readonly done: string
  /** Visitors see it at once. */
  readonly public?: true
  /** Why the server would refuse it for a row, in a few words; null: it would not. */
  readonly hinders?: (row: Brief) => string | null
}

/** One pile of waiting articles: who may work on it, what is in it, what passing and rejecting it mean. */
export interface View {
  readonly key: 'toAccept' | 'toRecheck' | 'toApprove' | 'rejected'
  readonly label: string
  /** What is said when nothing is in it. */
  readonly none: string
  readonly right: Right
  /** The state that it holds. */
  readonly status: number
  /** Only the user's own. */
  readonly own?: true
  /** The step that its articles wait for, where the state does not tell. */
  readonly step?: ReviewStep
  /** It is there for sites with such columns alone: shown while something is in it. */
  readonly rare?: true
  readonly pass?: Step
  readonly reject?: Step
}

export const views: readonly View[] = [
  {
    key: 'toAccept',
    label: '待初审',
    none: '没有待初审的文章，都处理完了。',
    right: 'article_accept',
    status: 1,
    pass: { label: '初审通过', right: 'article_accept', call: api.accept, done: '已初审通过' },
    reject: { label: '驳回', right: 'article_acceptReject', call: api.acceptReject, done: '已驳回' },
  },
  {
    key: 'toRecheck',
    label: '待复审',
    none: '没有待复审的文章，都处理完了。',
    right: 'article_recheck',
    status: 0,
    step: 2,
    rare: true,
    pass: {
      label: '复审通过',
      right: 'article_recheck',
      call: api.recheck,
      done: '已复审通过',
      hinders: ({ noRecheck }) => noRecheck,
    },
    reject: { label: '驳回', right: 'article_reject', call: api.reject, done: '已驳回' },
  },
  {
    key: 'toApprove',
    label: '待发布',
    none: '没有待发布的文章，都处理完了。',
    right: 'article_approve',
    status: 0,
    step: 3,
    pass: {
      label: '通过并发布',
      right: 'article_approve',
      call: api.approve,
      done: '已发布',
      public: true,
      hinders: notByMe,
    },
    reject: { label: '驳回', right: 'article_reject', call: api.reject, done: '已驳回' },
  },
  {
    key: 'rejected',
    label: '被驳回的本人文章',
    none: '没有被驳回的文章。',
    right: 'article_update',
    status: 4,
    own: true,
  },
]

/** What is approved for a time to come waits for nobody. */
const toApprove = 0
/** What the list is asked for; the longest waiting first. */
export const most = 200
export const askFor = (view: View, columnId: string, userId: string) => ({
  status: view.status,
  ...(view.status === toApprove && { timed: 0 as const }),
  ...(view.step && { reviewStep: view.step }),
  columnId,
  ...(view.own && { createdBy: userId }),
  sortField: view.own ? ('updatedAt' as const) : ('submittedAt' as const),
  sortOrder: 'asc' as const,
  pageSize: most,
})

/** When it was submitted: the copy under review, or the article itself. */
export const submittedOn = (row: Brief): string | null => row.review?.submittedAt ?? row.submittedAt ?? row.updatedAt

const rejected = 4
/** Since when it waits for whom it waits, as the bell and the desk count it: for its writer since it was rejected. */
export const waitsSince = (row: Brief): string | null =>
  Number((row.review ?? row).status) === rejected ? row.updatedAt : submittedOn(row)

/** The rows of a pile, the longest waiting first: of a published article it is the copy that waits. */
export const inOrder = (rows: readonly Brief[]): Brief[] =>
  [...rows].sort((a, b) => ((waitsSince(a) ?? '') < (waitsSince(b) ?? '') ? -1 : 1))
