import { questAnswer } from '../../../core/contract/questAnswer.ts'
import { questAnswerFlow } from '../../../core/domain/questAnswer-states.ts'
import { notices } from '../../../core/text.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { KindRecord } from '../../parts/states/KindRecord.tsx'
import { api, backToList, fields, hints, kind, type QuestAnswer, rowApi } from './calls.ts'

const yes = (value: unknown) => (Number(value) === 1 ? '是' : null)

/** One question with its answer. */
export default function QuestRecordScreen() {
  return (
    <KindRecord
      flow={questAnswerFlow}
      kind={kind}
      calls={api}
      texts={{ states: questAnswerFlow, read: api.revision, restore: api.restore }}
      back={backToList}
      facts={(row: QuestAnswer) => [
        ['承办部门', row.deptName],
        ['常见', yes(row.common)],
        ['满意', yes(row.satisfied)],
        ['评价', row.ratedCount ? `${row.ratedCount} 次，满意 ${row.satisfiedCount ?? 0} 次` : '还没有'],
        ['修改时间', shortTime(row.updatedAt)],
        ['理由', row.reason],
      ]}
      written={(row) => [
        ['答案', row.content],
        ['其他问法', row.keywords],
      ]}
      act={{
        label: '编辑',
        right: 'questAnswer_save',
        dialog: (row, close) => (
          <RowDialog
            name="问答"
            area="questAnswer"
            calls={rowApi}
            shape={questAnswer.save.input.shape}
            fields={fields}
            needs={['title', 'content']}
            hints={hints}
            fresh={{}}
            live={Number(row.status) === 1 ? () => notices.live : null}
            row={row}
            close={close}
          />
        ),
      }}
    />
  )
}
