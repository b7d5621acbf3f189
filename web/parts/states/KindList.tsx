import { type ReactNode, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AreaName } from '../../../core/contract/areas.ts'
import type { States } from '../../../core/domain/states.ts'
import { notices } from '../../../core/text.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { shortTime } from '../list/cells.tsx'
import type { BulkAction, Column } from '../list/types.ts'
import { RowScreen, type RowScreenProps } from '../row/RowScreen.tsx'
import { bulkMoves } from './bulk-moves.ts'
import { KindTabs } from './KindTabs.tsx'
import { type kindOf, useNarrowedTo } from './kind.ts'
import { LastAct } from './LastAct.tsx'
import { StateMark } from './StateMark.tsx'

type Kind<S extends number, M extends string> = ReturnType<typeof kindOf<S, M>>
type TabProps = Parameters<typeof KindTabs<never>>[0]

interface Listed {
  readonly id: string
  readonly title: string | null
  readonly status: string | number | null
  readonly version: number | null
}
interface Dated extends Listed {
  readonly createdAt: string | null
  readonly reason: string | null
}

/** Where its rows and its recycle bin are. */
interface Places {
  readonly one: (id: string) => string
  readonly bin: string
}

/** When a row was changed last. */
export const updatedColumn = <L extends { readonly updatedAt: string | null }>(): Column<L> => ({
  ...{ field: 'updatedAt', width: 150, sort: true },
  show: (row) => shortTime(row.updatedAt),
})

/**
 * The columns of a kind that goes through states: what a row is called and how it stands, then its own, then what is looked up of it.
 * @param title how wide that column is
 */
export const kindColumns = <L extends Dated>(
  { states }: { readonly states: Kind<number, string>['states'] },
  { one }: Pick<Places, 'one'>,
  title: number,
  own: readonly Column<L>[],
): readonly Column<L>[] => [
  { field: 'title', width: title, show: (row) => <Link to={one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  ...own,
  { field: 'createdAt', width: 150, sort: true, hidden: true, show: (row) => shortTime(row.createdAt) },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]

type ByKind = 'name' | 'area' | 'titleOf' | 'live' | 'tabs' | 'narrowedTo' | 'moves' | 'onDone' | 'onOpen'

interface Props<S extends number, M extends string, I, V extends object, L extends Listed, R extends L>
  extends Omit<RowScreenProps<I, V, L, R>, ByKind> {
  readonly flow: States<S, M>
  readonly kind: Kind<S, M>
  readonly counts: TabProps['from']
  readonly places: Places
  /** Ways to other pages of the kind; none: the recycle bin is one of the tabs. */
  readonly ways?: ReactNode
  /** What is done with marked rows beside the moves of the table; the same array at every drawing. */
  readonly marks?: readonly BulkAction<L>[]
}

/** The list of a kind that goes through states and whose rows are written in a dialog: each row has a page, each state a tab. */
export function KindList<
  S extends number,
  M extends string,
  I extends object,
  V extends object,
  L extends Listed,
  R extends L,
>({ flow, kind, counts, places, ways, marks, ...row }: Props<S, M, I, V, L, R>) {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = kind.useActs()
  const area = flow.area as AreaName
  const moves = useMemo(
    () => [...bulkMoves<L, S, M>(flow, { calls: kind.moves }), ...(marks ?? [])],
    [flow, kind, marks],
  )
  const bin = !ways && can(`${area}_dels` as Right) && places.bin
  return (
    <RowScreen<I, V, L, R>
      {...(row as RowScreenProps<I, V, L, R>)}
      name={flow.noun}
      area={area}
      titleOf={({ title }) => title ?? ''}
      live={() => notices.live}
      tabs={
        <>
          <KindTabs<never>
            call={`${area}.counts` as TabProps['call']}
            from={counts}
            words={flow.words}
            order={flow.order}
            bin={bin}
          />
          {ways}
          <LastAct acts={acts} undo={kind.takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(flow.words)}
      moves={moves}
      onDone={({ done }, rows) => acts.add(done ? kind.actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
    />
  )
}
