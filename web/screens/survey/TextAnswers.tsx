import { Button, Modal, Pagination } from 'antd'
import { useState } from 'react'
import { useCall } from '../../data/calls.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'

const pageSize = 20

/** What was written in words to one question, the newest first. */
export function TextAnswers({ id, title }: { readonly id: string; readonly title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" className="no-print" onClick={() => setOpen(true)}>
        查看文字回答
      </Button>
      {open && (
        <Modal open title={title} footer={null} onCancel={() => setOpen(false)}>
          <Texts id={id} />
        </Modal>
      )}
    </>
  )
}

function Texts({ id }: { readonly id: string }) {
  const [pageNumber, setPage] = useState(1)
  const { data, error, refetch } = useCall('survey.text', api.text, { id, pageNumber, pageSize }, { keep: true })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.total === 0) return <p>还没有文字回答。</p>
  return (
    <>
      <ul>
        {data.list.map((one) => (
          <li key={one.id}>
            {one.words} <span className="muted">{shortTime(one.createdAt)}</span>
          </li>
        ))}
      </ul>
      {data.total > pageSize && (
        <Pagination size="small" current={pageNumber} pageSize={pageSize} total={data.total} onChange={setPage} />
      )}
    </>
  )
}
