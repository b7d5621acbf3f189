import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { recordRow } from '../../../core/contract/survey/rows.ts'
import { survey } from '../../../core/contract/survey.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { FactList } from '../../parts/FactList.tsx'
import { useListAddress } from '../../parts/list/address.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { AnswersSheet } from './AnswersSheet.tsx'
import { api, places } from './calls.ts'

type Row = Output<typeof survey.recordList>['list'][number]

const columns: readonly Column<Row>[] = [
  { field: 'id', width: 100, show: (row) => <Answers id={row.id} /> },
  { field: 'surveyTitle', width: 300, leads: true },
  { field: 'createdAt', sort: true },
  { field: 'samePlace', width: 120 },
]
const filters = filtersOf(survey.recordList, [])

/** What was answered, one after the other: of all surveys, or of the one that the address names. */
export default function RecordsScreen() {
  const [{ filters: asked }] = useListAddress()
  const { can } = useRights()
  const { surveyId } = asked
  return (
    <ListScreen
      name="答卷"
      call="survey.recordList"
      from={api.recordList}
      row={recordRow}
      idField="id"
      titleOf={(row) => `答卷 ${row.id}`}
      columns={columns}
      filters={filters}
      {...(surveyId && can('survey_list') && { main: <SheetOf id={surveyId} /> })}
      tabs={
        <>
          <p>
            <Link to={places.list}>返回问卷调查</Link>
          </p>
          <p className="muted">不记录作答人是谁；「同一网络」只供参考，同一单位、家庭的人网络相同。</p>
        </>
      }
      empty="还没有答卷。问卷开始后，公众在网站上提交的出现在这里。"
    />
  )
}

/** The sheet of the one survey whose records are listed: the list's own file has no answers in it. */
function SheetOf({ id }: { readonly id: string }) {
  const { data } = useCall('survey.detail', api.detail, { id })
  return data ? <AnswersSheet row={data} /> : null
}

/** A record's number, which opens what was answered. */
function Answers({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="link" size="small" aria-label={`查看答卷 ${id}`} onClick={() => setOpen(true)}>
        {id}
      </Button>
      {open && (
        <Modal open title={`答卷 ${id}`} footer={null} onCancel={() => setOpen(false)}>
          <One id={id} />
        </Modal>
      )}
    </>
  )
}

function One({ id }: { readonly id: string }) {
  const { data, error, refetch } = useCall('survey.recordGet', api.recordGet, { id })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <FactList facts={data.answers.map(({ title, says }) => [title ?? '', says ?? '（没有作答）'])} />
}
