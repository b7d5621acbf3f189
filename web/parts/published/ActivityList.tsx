import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { ActivityMove, ActivityStatus } from '../../../core/domain/activity-states.ts'
import type { States } from '../../../core/domain/states.ts'
import { type Right, useRights } from '../../app/rights.ts'
import type { Column } from '../list/types.ts'
import { RowScreen } from '../row/RowScreen.tsx'
import { bulkMoves } from '../states/bulk-moves.ts'
import { KindTabs } from '../states/KindTabs.tsx'
import { type kindOf, useNarrowedTo } from '../states/kind.ts'
import { LastAct } from '../states/LastAct.tsx'
import { StateMark } from '../states/StateMark.tsx'
import { type ActivityRow, isOnline } from './ActivityRecord.tsx'

type Screen = Parameters<typeof RowScreen>[0]

interface Props<R extends ActivityRow> {
  readonly flow: States<ActivityStatus, ActivityMove>
  readonly kind: ReturnType<typeof kindOf<ActivityStatus, ActivityMove>>
  /** The calls of the list, its form and its counts. */
  readonly calls: { readonly counts: unknown } & Readonly<Record<string, unknown>>
  readonly row: z.ZodObject
  /** What stands between the title and the hidden columns. */
  readonly columns: readonly Column<R>[]
  readonly order: Screen['order']
  readonly filters: Screen['filters']
  readonly form: Pick<Screen, 'shape' | 'fields' | 'hints' | 'fresh'>
  readonly places: { readonly bin: string; readonly one: (id: string) => string }
}

/** Articles that have left the site since they were chosen. */
const hidden = ({ hiddenCount }: ActivityRow) =>
  hiddenCount ? <span className="status bad">{hiddenCount} 篇</span> : '0'

/** The list of what is submitted and judged, with its states as tabs and its moves over what is marked. */
export function ActivityList<R extends ActivityRow>(props: Props<R>) {
  const { flow, kind, calls, row, order, filters, form, places } = props
  const { area, noun } = flow
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = kind.useActs()
  const bulk = bulkMoves<R, ActivityStatus, ActivityMove>(flow, {
    calls: kind.moves as never,
    more: {
      publish: {
        fits: (one) => flow.target('publish', Number(one.status) as ActivityStatus) !== null && !one.noApproval,
      },
    },
  })
  const columns: readonly Column<R>[] = [
    { field: 'title', width: 300, sort: true, show: (one: R) => <Link to={places.one(one.id)}>{one.title}</Link> },
    {
      ...{ field: 'status', width: 110, sort: true, leads: true },
      show: (one: R) => <StateMark {...kind.states} value={one.status} />,
    },
    ...props.columns,
    { field: 'hiddenCount', width: 110, show: hidden },
    { field: 'submittedByName', width: 100 },
    { field: 'submittedAt', sort: true, hidden: true },
    { field: 'publishedAt', sort: true, hidden: true },
    { field: 'noApproval', width: 200, hidden: true },
    { field: 'reason', hidden: true },
    { field: 'updatedAt', sort: true, hidden: true },
    { field: 'createdAt', sort: true, hidden: true },
    { field: 'createdByName', hidden: true },
    { field: 'id', width: 80, hidden: true },
  ] as never
  return (
    <RowScreen
      {...(form as object as Pick<Screen, 'shape' | 'fields' | 'fresh'>)}
      name={noun}
      area={area as never}
      calls={calls as never}
      rights={{ add: `${area}_edit` as Right, edit: `${area}_edit` as Right, dels: `${area}_dels` as Right }}
      row={row as never}
      titleOf={(one) => (one as unknown as R).title}
      columns={columns as never}
      order={order as never}
      filters={filters}
      live={null}
      // what is judged is closed, and what visitors read is corrected in its record, where that is asked about
      editable={(one) => !isOnline(one as unknown as R) && Number((one as unknown as R).status) !== 4}
      tabs={
        <>
          <KindTabs
            call={`${area}.counts` as never}
            from={calls.counts as never}
            words={kind.states.words}
            order={flow.order}
            more={
              can(`${area}_dels` as Right) && (
                <li>
                  <Link to={places.bin}>回收站</Link>
                </li>
              )
            }
          />
          <LastAct acts={acts} undo={kind.takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(kind.states.words)}
      moves={bulk as never}
      onDone={({ done }, rows) => acts.add(done ? kind.actOf(rows as never, done) : null)}
      onOpen={({ id }) => navigate(places.one(String(id)))}
    />
  )
}
