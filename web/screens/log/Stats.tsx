import { Drawer } from 'antd'
import { Link, useLocation } from 'react-router'
import { logKinds, logMarks, logOutcomes } from '../../../core/domain/enums.ts'
import { useCall } from '../../data/calls.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { addressWith, useListAddress } from '../../parts/list/address.ts'
import { number } from '../../parts/list/cells.tsx'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './rows.ts'
import './stats.css'

type Narrowing = Readonly<Record<string, string>>

interface Line {
  readonly says: string
  readonly n: number
  /** What narrows the list to these rows; null: nothing does. */
  readonly by: Narrowing | null
}

interface Side {
  readonly title: string
  readonly lines: readonly Line[]
}

const wordsOf = (words: Readonly<Record<string, string>>, value: string | number | null) =>
  words[String(value)] ?? String(value)

/** The log counted from several sides, by what narrows its list now; each number leads to the list of these rows. */
export default function Stats({ close }: { close: () => void }) {
  useFocusBack()
  const [{ filters }] = useListAddress()
  const { data, error, refetch } = useCall('log.stats', api.stats, filters as never, { fresh: true })
  const span = { startTime: data?.startTime?.slice(0, 10) ?? '', endTime: data?.endTime?.slice(0, 10) ?? '' }
  const sides: Side[] = data
    ? [
        {
          title: '需要留意',
          lines: data.marks.map(({ mark, n }) => ({
            says: wordsOf(logMarks, mark),
            n: n ?? 0,
            by: { mark: String(mark) },
          })),
        },
        {
          title: '按结果',
          lines: data.outcomes.map(({ outcome, n }) => ({
            ...{ says: wordsOf(logOutcomes, outcome), n: n ?? 0, by: { outcome: String(outcome) } },
          })),
        },
        {
          title: '按种类',
          lines: data.kinds.map(({ kind, n }) => ({
            says: wordsOf(logKinds, kind),
            n: n ?? 0,
            by: { kind: String(kind) },
          })),
        },
        {
          title: '按业务',
          lines: data.areas.map(({ area, says, n }) => ({
            says: says ?? '',
            n: n ?? 0,
            by: { area: area ?? 'none' },
          })),
        },
        {
          title: data.people.length < 50 ? '按人员' : '按人员（前 50 名）',
          lines: data.people.map(({ userAccount, userName, n }) => ({
            says: [userName, userAccount && (userName ? `（${userAccount}）` : userAccount)].filter(Boolean).join(''),
            ...{ n: n ?? 0, by: userAccount === null ? null : { userAccount } },
          })),
        },
        {
          title: '按日',
          lines: data.days
            .map(({ day, n }) => ({ says: day, n: n ?? 0, by: { startTime: day, endTime: day } }))
            .reverse(),
        },
      ]
    : []
  return (
    <Drawer open title="日志统计" size="min(720px, 100vw)" onClose={close}>
      {error && <ErrorState error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <>
          <p className="muted">
            {span.startTime} 至 {span.endTime}，按列表现在的条件；点数字查看这些记录。
          </p>
          {data.total === 0 ? (
            <EmptyState>这段时间没有符合条件的记录，可以在列表上放宽条件</EmptyState>
          ) : (
            <>
              <Numbers
                side={{ title: '合计', lines: [{ says: '全部', n: data.total ?? 0, by: {} }] }}
                {...{ filters, span, close }}
              />
              {sides.map((side) => (
                <Numbers key={side.title} {...{ side, filters, span, close }} />
              ))}
            </>
          )}
        </>
      )}
    </Drawer>
  )
}

interface Props {
  readonly side: Side
  readonly filters: Narrowing
  readonly span: Narrowing
  readonly close: () => void
}

/** One side: what each line is called, how much it is beside the largest, and the number. */
function Numbers({ side: { title, lines }, filters, span, close }: Props) {
  const { search } = useLocation()
  const most = Math.max(1, ...lines.map(({ n }) => n))
  return (
    <table className="numbers">
      <caption>{title}</caption>
      <tbody>
        {lines.map(({ says, n, by }) => (
          <tr key={says}>
            <th scope="row">{says}</th>
            <td aria-hidden="true">
              <i style={{ inlineSize: `${(n / most) * 100}%` }} />
            </td>
            <td>
              {by && n > 0 ? (
                <Link
                  to={addressWith(search, { filters: { ...filters, ...span, ...by }, page: 1 })}
                  aria-label={`${says} ${number(n)} 条`}
                  onClick={close}
                >
                  {number(n)}
                </Link>
              ) : (
                number(n)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
