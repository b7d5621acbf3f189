import { Input } from 'antd'
import { useMemo, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { bulletin } from '../../../core/contract/bulletin.ts'
import { candidateRow } from '../../../core/contract/collected.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { useCall } from '../../data/calls.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, Column } from '../../parts/list/types.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, backToList, isOnline, places } from './calls.ts'
import '../../parts/toolbar.css'

type Row = Output<typeof bulletin.candidates>['list'][number]

const filters = filtersOf(bulletin.candidates, ['title', 'columnId', 'startTime'])
const columns: readonly Column<Row>[] = [
  { field: 'title', width: 380 },
  { field: 'columnName', width: 140, leads: true },
  { field: 'source', width: 140, hidden: true },
  { field: 'publishTime', sort: true },
  { field: 'chosen', width: 110 },
  { field: 'id', width: 80, hidden: true },
]

/** Articles of the site are looked for, marked, and chosen for an issue, several at once. */
export default function ChooseScreen() {
  const { id = '' } = useParams()
  const { data: issue, error, refetch } = useCall('bulletin.getBulletin', api.getBulletin, { id })
  const section = useRef('')
  const fixed = useMemo(() => ({ bulletinId: id }), [id])
  if (error && !issue) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!issue) return <Loading />
  const choose: BulkAction<Row> = {
    label: '选入本期',
    right: 'bulletin_edit',
    done: '已选入',
    ...(isOnline(issue) && { public: true as const }),
    fits: ({ chosen }) => Number(chosen) !== 1,
    follows: () => (isOnline(issue) ? '这一期已在网站上，随即出现在它的目录末尾' : '排在目录末尾'),
    does: (items, options) =>
      api.addsArticleBulletin({ ids: items.map((one) => one.id), intoId: id, section: section.current }, options),
  }
  return (
    <>
      <div className="toolbar">
        <b>{`为《${issue.title}》选用文章`}</b>
        <span className="grow" />
        <Input
          aria-label="栏目"
          style={{ width: 180 }}
          maxLength={50}
          placeholder="选入后所在的栏目"
          onChange={({ target }) => {
            section.current = target.value
          }}
        />
        <Link to={places.one(id)}>返回这一期</Link>
      </div>
      <ListScreen
        name="可选文章"
        call="bulletin.candidates"
        from={api.candidates}
        row={candidateRow}
        idField="id"
        titleOf={({ title }) => title}
        columns={columns}
        filters={filters}
        fixed={fixed}
        bulk={[choose]}
      />
    </>
  )
}
