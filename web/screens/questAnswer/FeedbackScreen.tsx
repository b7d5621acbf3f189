import type { Output } from '../../../core/contract/endpoint.ts'
import { questAnswer, searchFeedbackRow } from '../../../core/contract/questAnswer.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { api } from './calls.ts'

type Feedback = Output<typeof questAnswer.searchFeedbackGet>

const columns: readonly Column<Feedback>[] = [
  { field: 'quest', width: 240 },
  { field: 'helpful', width: 80, leads: true },
  { field: 'remark', width: 320 },
  { field: 'answerTitle', width: 220 },
  { field: 'createdAt', sort: true, show: (row) => shortTime(row.createdAt) },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(questAnswer.searchFeedbackList, ['quest', 'helpful'])
const bulk: readonly BulkAction<Feedback>[] = [
  {
    ...{ key: 'delete', label: '删除', right: 'questAnswer_searchFeedbackDels', danger: true, final: true },
    does: (items, options) => api.searchFeedbackDels({ ids: items.map(({ id }) => id) }, options),
  },
]

/** What visitors looked for, and whether they found it. */
export default function FeedbackScreen() {
  return (
    <ListScreen
      name="访问者的意见"
      call="questAnswer.searchFeedbackList"
      from={api.searchFeedbackList}
      row={searchFeedbackRow}
      idField="id"
      titleOf={(row) => row.quest ?? ''}
      columns={columns}
      filters={filters}
      bulk={bulk}
      empty="还没有意见。访问者在网站的在线问答中提交的意见出现在这里。"
    />
  )
}
