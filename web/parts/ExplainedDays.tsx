import { Alert } from 'antd'
import type { z } from 'zod'
import type { explained as shape } from '../../core/contract/explained.ts'
import { dayRoles } from '../../core/domain/deadline-explain.ts'
import { ScrollTable } from './ScrollTable.tsx'
import './explained-days.css'

const titles = ['日期', '星期', '是否计入', '第几日', '原因']

/** A deadline: when it is over, how far it has run, whether that may still change, and each of its days. */
export function ExplainedDays({ explained }: { readonly explained: z.infer<typeof shape> }) {
  const { says, used, left, late, asOf, provisional, days } = explained
  return (
    <>
      <p role="status">
        <b>{says}</b>
        <span className="muted">
          ；{asOf === null ? '今天' : `到 ${asOf} 办结时`}已计 {used}，
          {Number(late) > 0 ? `超期 ${late}` : `还剩 ${left}`}
        </span>
      </p>
      {provisional && <Alert type="warning" showIcon title={provisional} />}
      <ScrollTable className="explained-days" label="逐日说明" titles={titles}>
        {days.map((day) => (
          <tr key={day.date} className={day.number === null ? 'muted' : undefined}>
            <td>{day.date}</td>
            <td>{day.weekday}</td>
            <td>{dayRoles[day.role]}</td>
            <td>{day.number}</td>
            <td>{day.why}</td>
          </tr>
        ))}
      </ScrollTable>
    </>
  )
}
