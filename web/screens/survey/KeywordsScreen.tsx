import { Link } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { versionsSeen } from '../../../core/contract/shared.ts'
import { keywordRow } from '../../../core/contract/survey/rows.ts'
import { survey } from '../../../core/contract/survey.ts'
import { keywordStates } from '../../../core/domain/survey-states.ts'
import { useCall } from '../../data/calls.ts'
import { useListAddress } from '../../parts/list/address.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { api, places } from './calls.ts'
import { WordCloud } from './WordCloud.tsx'

type Row = Output<typeof survey.keywords>['list'][number]

const columns: readonly Column<Row>[] = [
  { field: 'word', width: 160 },
  { field: 'state', width: 90, leads: true },
  { field: 'n', width: 90, sort: true },
  { field: 'surveyTitle', width: 240 },
  { field: 'questionTitle', width: 240 },
  { field: 'updatedByName', width: 90 },
  { field: 'updatedAt' },
]
const filters = filtersOf(survey.keywords, ['word', 'state'])

const action = (state: 1 | 2): BulkAction<Row> => ({
  label: keywordStates[state],
  right: 'survey_keywordState',
  public: true,
  done: keywordStates[state],
  fits: (row) => Number(row.state) !== state,
  follows: () => (state === 1 ? '公布了结果的问卷随即在网站上显示' : '不在网站上显示'),
  does: (items, options) =>
    api.keywordState({ ids: items.map(({ id }) => id), versions: versionsSeen(items), state }, options),
})
const bulk = [action(1), action(2)]

/** The words of what visitors wrote: nobody outside reads one before it was allowed here. */
export default function KeywordsScreen() {
  return (
    <ListScreen
      name="关键词"
      call="survey.keywords"
      from={api.keywords}
      row={keywordRow}
      idField="id"
      titleOf={(row) => row.word ?? ''}
      columns={columns}
      filters={filters}
      bulk={bulk}
      order={[{ field: 'n', order: 'desc' }]}
      tabs={<Cloud />}
      empty="还没有关键词。公众的文字回答中的词出现在这里。"
    />
  )
}

const cloudSize = 50

/** The most frequent words, under the same filters as the list. */
function Cloud() {
  const [{ filters: asked }] = useListAddress()
  const { data } = useCall('survey.keywords', api.keywords, { ...asked, pageSize: cloudSize }, { keep: true })
  return (
    <>
      <p>
        <Link to={places.list}>返回问卷调查</Link>
      </p>
      <p className="muted">审核为「可公开」的，随公布的结果出现在网站上；其余的只有工作人员看到。</p>
      <WordCloud label="词云" words={(data?.list ?? []).map(({ word, n }) => ({ word, count: n }))} />
    </>
  )
}
