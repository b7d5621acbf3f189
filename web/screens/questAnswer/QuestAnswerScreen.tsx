import { Flex } from 'antd'
import { Link } from 'react-router'
import { questAnswer, questAnswerBrief } from '../../../core/contract/questAnswer.ts'
import { questAnswerFlow } from '../../../core/domain/questAnswer-states.ts'
import { useRights } from '../../app/rights.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { BulkAction } from '../../parts/list/types.ts'
import { KindList, kindColumns, updatedColumn } from '../../parts/states/KindList.tsx'
import { api, type Brief, fields, hints, kind, places, rowApi } from './calls.ts'

const columns = kindColumns<Brief>(kind, places, 300, [
  { field: 'common', width: 70 },
  { field: 'satisfied', width: 70 },
  { field: 'deptName', width: 130 },
  { field: 'ratedCount', width: 90, sort: true },
  { field: 'satisfiedCount', width: 110, sort: true },
  updatedColumn(),
])
const filters = filtersOf(questAnswer.list, ['title', 'content', 'common', 'satisfied', 'deptId'])

const mark = (
  key: string,
  label: string,
  right: 'questAnswer_commonAudit' | 'questAnswer_satisfiedAudit',
  field: 'common' | 'satisfied',
  to: 0 | 1,
): BulkAction<Brief> => ({
  ...{ key, label, right, fits: (row) => Number(row[field]) !== to },
  does: (items, options) =>
    (field === 'common' ? api.commonAudit : api.satisfiedAudit)({ ids: items.map(({ id }) => id), mark: to }, options),
})
const marks = [
  mark('common', '标为常见', 'questAnswer_commonAudit', 'common', 1),
  mark('uncommon', '取消常见', 'questAnswer_commonAudit', 'common', 0),
  mark('satisfied', '标为满意', 'questAnswer_satisfiedAudit', 'satisfied', 1),
  mark('unsatisfied', '取消满意', 'questAnswer_satisfiedAudit', 'satisfied', 0),
]

/** Questions with their answers, which visitors find by likeness. */
export default function QuestAnswerScreen() {
  const { can } = useRights()
  return (
    <KindList
      flow={questAnswerFlow}
      {...{ kind, places, columns, filters, fields, hints, marks }}
      calls={rowApi}
      counts={api.counts}
      rights={{ add: 'questAnswer_save', edit: 'questAnswer_save', dels: 'questAnswer_dels' }}
      row={questAnswerBrief}
      shape={questAnswer.save.input.shape}
      needs={['title', 'content']}
      fresh={{}}
      ways={
        <Flex gap="middle" wrap component="nav" aria-label="在线问答的其他页面" className="no-print">
          {can('questAnswer_searchFeedbackList') && <Link to={places.feedback}>访问者的意见</Link>}
          {can('questAnswer_dels') && <Link to={places.bin}>回收站</Link>}
        </Flex>
      }
    />
  )
}
