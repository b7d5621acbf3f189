import { Link } from 'react-router'
import { type Brief, places } from './calls.ts'

/** A letter's title, which leads to it, and whether whoever wrote it complained and waits for an answer to that. */
export function Title({ row: { id, title, complainedAt, complaintDoneAt } }: { readonly row: Brief }) {
  return (
    <>
      <Link to={places.one(id)}>{title}</Link>
      {complainedAt !== null && complaintDoneAt === null && <strong className="late"> 投诉待处理</strong>}
    </>
  )
}
