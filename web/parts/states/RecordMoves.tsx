import { Button } from 'antd'
import { useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { liftedByReason, type States } from '../../../core/domain/states.ts'
import { withoutCommands } from '../../../core/refused-fields.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useGone, useStale } from '../../data/calls.ts'
import { useConfirm } from '../confirm.tsx'
import { lazyPart } from '../lazy.tsx'
import type { BulkItem } from '../list/types.ts'

const ReasonDialog = lazyPart(() => import('../ReasonDialog.tsx'))

/** A row whose moves a record shows. */
interface Moved {
  readonly id: string
  readonly title: string | null
  readonly status: string | number | null
  readonly version: number | null
}

/** A kind's moves as calls over several rows. */
export type MoveCalls<M extends string> = Readonly<
  Partial<Record<M, (items: BulkItem[], options?: CallOptions) => Promise<BulkResult>>>
>

interface Props<S extends number, M extends string> {
  readonly states: States<S, M>
  readonly row: Moved
  /** Those that stand as buttons, by their call. */
  readonly calls: MoveCalls<M>
  /** What is to be done first is another button, which is the blue one. */
  readonly after?: boolean
  /** Why the reader will not make a move though its state allows it and they hold the right. */
  readonly bars?: Readonly<Partial<Record<M, string | null>>>
  /** What follows from a move of this row, beside what always does; it is asked about then. */
  readonly also?: Readonly<Partial<Record<M, string>>>
  /** Told once a move was made. */
  readonly done: (move: M) => void
}

/** The buttons of a record: the moves that its state allows and the reader may make, from the kind's table. */
export function RecordMoves<S extends number, M extends string>({
  states,
  row,
  calls,
  after = false,
  bars,
  also,
  done,
}: Props<S, M>) {
  const { can } = useRights()
  const fits = (Object.keys(states.moves) as M[]).filter(
    (move) => calls[move] && can(states.keyOf(move) as Right) && states.target(move, Number(row.status) as S) !== null,
  )
  const main = after ? undefined : fits.find((move) => !bars?.[move] && !states.lacks(move, row))
  return fits.map((move) => (
    <MoveButton
      key={move}
      states={states}
      row={row}
      move={move}
      calls={calls}
      bar={bars?.[move] ?? states.lacks(move, row)}
      also={also?.[move]}
      done={done}
      main={move === main}
    />
  ))
}

interface ButtonProps<S extends number, M extends string> extends Omit<Props<S, M>, 'after' | 'bars' | 'also'> {
  readonly also: string | undefined
  readonly bar: string | undefined
  readonly move: M
  readonly main: boolean
}

function MoveButton<S extends number, M extends string>(props: ButtonProps<S, M>) {
  const { states, row, move, calls, bar, also, done, main } = props
  const { says, reasons, allTheSame, public: isPublic, asks, ...told } = states.moves[move]
  const follows = [told.follows, also].filter(Boolean).join('；')
  const deletes = move === 'delete'
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const gone = useGone()
  const { run, busy } = useAction((items: BulkItem[], options?: CallOptions) =>
    (calls[move] as NonNullable<MoveCalls<M>[M]>)(items, options),
  )
  const { id, title, version } = row
  const what = `${says}《${title}》`

  async function make(reason?: string) {
    const item = { id, ...(version !== null && { version }), ...(reason && { reason }) }
    const result = await run([item], (error) => say.refused(error))
    if (!result) return
    const [failed] = result.failed
    // who has read it through may say why it goes on all the same
    const saysWhy = allTheSame !== undefined && !reason
    if (saysWhy && failed?.errorMsg.includes(liftedByReason)) return setRefused(withoutCommands(failed.errorMsg))
    if (failed) say.error(failed.errorMsg)
    else done(move)
    setAsking(false)
    setRefused(null)
    const area = states.area as AreaName
    if (deletes && !failed) {
      say.success(`《${title}》已删除`)
      await gone(area, id)
    } else await stale(area)
  }
  async function begin() {
    if (reasons) return setAsking(true)
    const after = [follows, deletes ? '可在回收站恢复' : ''].filter(Boolean).join('；')
    const sure = isPublic || asks || deletes || also
    const text = `将${what}${after && `，${after}`}。是否继续？`
    // what others read at once is not begun by a second press of the key
    const careful = deletes || isPublic === true || asks === true
    if (sure && !(await confirm({ text, ok: says, danger: deletes, careful }))) return
    await make()
  }
  return (
    <>
      <Button
        loading={busy}
        danger={deletes}
        disabled={bar !== undefined}
        title={bar}
        {...(main && !reasons && !deletes && { type: 'primary' })}
        onClick={() => void begin()}
      >
        {says}
      </Button>
      {/* a title is read neither on a phone nor by key */}
      {bar !== undefined && <small className="muted">{withoutCommands(bar)}</small>}
      {refused !== null && (
        <ReasonDialog
          title={what}
          says={`${refused}。${allTheSame}。`}
          presets={[]}
          ok={says}
          public={isPublic === true}
          busy={busy}
          close={() => setRefused(null)}
          give={(reason) => void make(reason)}
        />
      )}
      {asking && reasons && (
        <ReasonDialog
          title={what}
          says={follows ? `${follows}。` : ''}
          presets={reasons}
          ok={says}
          public={isPublic === true}
          busy={busy}
          close={() => setAsking(false)}
          give={(reason) => void make(reason)}
        />
      )}
    </>
  )
}
