import { Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { logRow } from '../../../core/contract/log.ts'
import { Compare } from '../../parts/Compare.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { changesIn, type Meanings, meaningsOf, withNames } from './readable.ts'
import { kindOf, type Row } from './rows.ts'
import './log.css'

const facts = ['at', 'userName', 'userAccount', 'address', 'sentence', 'says', 'call', 'result', 'requestId'] as const

/** One row of the log, with what stood there before and after. */
export default function Detail({ row, close }: { row: Row; close: () => void }) {
  useFocusBack()
  const [meanings, setMeanings] = useState<Meanings | null>(null)
  useEffect(() => void meaningsOf(row.call ?? '').then(setMeanings), [row.call])
  const changes = meanings ? changesIn(row.before, row.after, withNames(meanings, row.names)) : []
  const shown = [
    ...facts.map((field) => [logRow.shape[field].meta()?.title, row[field]] as const),
    ['种类', kindOf(row)] as const,
    ['对象', (row.targets ?? []).flatMap(({ name }) => name ?? []).join('、')] as const,
    ['对象编号', row.targetIds.join('、')] as const,
  ].filter(([, value]) => value)
  return (
    <Drawer open title="日志详情" size="min(720px, 100vw)" onClose={close}>
      <dl className="facts">
        {shown.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {changes.length > 0 && (
        <>
          <h3>修改前后</h3>
          <Compare changes={changes} />
        </>
      )}
    </Drawer>
  )
}
