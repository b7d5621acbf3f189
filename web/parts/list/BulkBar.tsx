import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { AreaName } from '../../../core/contract/areas.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useStale } from '../../data/calls.ts'
import { useConfirm } from '../confirm.tsx'
import { refocus } from '../focus.ts'
import { lazyPart } from '../lazy.tsx'
import { titled } from '../titled.ts'
import { useBulk } from '../useBulk.tsx'
import type { BulkAction, BulkGiven } from './types.ts'
import type { Exporting } from './useExport.ts'
import { type Selection, useMarked } from './useSelection.ts'

const ReasonDialog = lazyPart(() => import('../ReasonDialog.tsx'))
const firstTitles = 3
const typedFrom = 100
const wrongState = '状态不符'
const othersChange: ErrorCode = 'STALE'

interface Props<R extends object> {
  readonly actions: readonly BulkAction<R>[]
  readonly selection: Selection<R>
  readonly area: AreaName
  readonly titleOf: (row: R) => string
  /** Where the marked rows can be had as a file. */
  readonly exporting?: Exporting<R>
  /** The toolbar while nothing is marked. */
  readonly children: ReactNode
  /** Told what was done, where somebody shall be able to take it back. */
  readonly onDone?: (action: BulkAction<R>, rows: readonly R[]) => void
}

/** The version of a row as it was marked, where its table counts them. */
function versionOf(row: object | undefined): { version?: number } {
  const version = row && 'version' in row ? row.version : null
  return typeof version === 'number' ? { version } : {}
}

/** The toolbar; once rows are marked, in its place what can be done with them: asks, runs, shows each item's result. */
export function BulkBar<R extends object>(props: Props<R>) {
  const { actions, selection, area, titleOf, children, onDone, exporting } = props
  const { can } = useRights()
  const confirm = useConfirm()
  const stale = useStale()
  const say = useSay()
  const bulk = useBulk()
  const [asking, setAsking] = useState<BulkAction<R> | null>(null)
  const marked = useMarked(selection)
  const ids = [...marked.keys()]

  /** Why a marked row is left out; null: it is not. */
  const outOf = ({ fits, hinders }: BulkAction<R>, id: string): string | null => {
    const row = marked.get(id) as R
    return fits && !fits(row) ? wrongState : (hinders?.(row) ?? null)
  }
  const fitting = (action: BulkAction<R>) => ids.filter((id) => outOf(action, id) === null)
  const forNobody = (action: BulkAction<R>) => ids.every((id) => outOf(action, id) === wrongState)

  const offered = actions.filter(
    (action) => can(action.right) && !forNobody(action) && (!action.least || fitting(action).length >= action.least),
  )

  async function begin(action: BulkAction<R>) {
    const chosen = fitting(action)
    if (chosen.length === 0) return say.warning(`${action.label}：${leftOut(action)}`)
    if (action.reasons || action.asks) return setAsking(action)
    if (await confirm(question(action, chosen))) await run(action, chosen)
  }

  function question(action: BulkAction<R>, chosen: readonly string[]) {
    const typed = action.final || chosen.length > typedFrom ? String(chosen.length) : undefined
    return {
      text: `${whatFollows(action, chosen)}${leftOut(action)}${typed ? `请输入项数 ${typed} 确认` : '是否继续？'}`,
      ok: action.label,
      danger: action.danger === true,
      careful: action.danger === true || action.public === true,
      ...(typed && { typed }),
    }
  }

  /** 「另有 2 项的状态不符、1 项发布时间还没有到，不处理。」 */
  function leftOut(action: BulkAction<R>): string {
    const why = ids.flatMap((id) => outOf(action, id) ?? [])
    const told = [...Map.groupBy(why, (says) => says)].map(
      ([says, some]) => `${some.length} 项${says === wrongState ? '的' : ''}${says}`,
    )
    return told.length > 0 ? `另有 ${told.join('、')}，不处理。` : ''
  }

  /** 「将下架 5 项（《甲》、《乙》、《丙》等）：……。」 */
  function whatFollows(action: BulkAction<R>, chosen: readonly string[]) {
    const titles = chosen.slice(0, firstTitles).map((id) => titled(area, nameOf(id)))
    const does = action.says?.(chosen.length) ?? `${action.label} ${chosen.length} 项`
    const named = `将${does}（${titles.join('、')}${chosen.length > firstTitles ? '等' : ''}）`
    const back = action.final ? '删除后无法恢复' : action.toBin ? '删除后可在回收站恢复' : ''
    const follows = [action.follows?.(chosen.map((id) => marked.get(id) as R)), back].filter(Boolean).join('；')
    return follows ? `${named}：${follows}。` : `${named}。`
  }

  const nameOf = (id: string) => {
    const row = marked.get(id)
    return row ? titleOf(row) : id
  }

  async function run(action: BulkAction<R>, marks: readonly string[], { stays, ...given }: BulkGiven = {}) {
    const chosen = marks.filter((id) => id !== stays)
    const names = new Map(chosen.map((id) => [id, nameOf(id)]))
    const result = await bulk.start({
      title: action.label,
      items: chosen.map((id) => ({ id, ...versionOf(marked.get(id)), ...given })),
      send: action.does,
      nameOf: (id) => names.get(id) ?? id,
      atOnce: action.atOnce,
    })
    const done = result.done.map((id) => marked.get(id) as R)
    if (done.length > 0) onDone?.(action, done)
    // what somebody else has changed is to be looked at before it is marked again
    const changed = result.failed.filter(({ errorCode }) => errorCode === othersChange)
    const kept = stays !== undefined && done.length > 0 ? [stays] : []
    selection.drop([...result.done, ...kept, ...changed.map(({ id }) => id)])
    await stale(area)
  }

  function dialogOf(action: BulkAction<R>) {
    const chosen = fitting(action)
    const asked = {
      title: `${action.label}（${chosen.length} 项）`,
      says: `${whatFollows(action, chosen)}${leftOut(action)}`,
      rows: chosen.map((id) => marked.get(id) as R),
      typed: chosen.length > typedFrom ? String(chosen.length) : '',
      close: () => setAsking(null),
    }
    const give = (given: BulkGiven) => {
      setAsking(null)
      void run(action, chosen, given)
    }
    if (action.asks) return action.asks({ ...asked, give })
    return (
      <ReasonDialog
        {...asked}
        presets={action.reasons ?? []}
        ok={action.label}
        {...(action.public && { public: true })}
        give={(reason) => give({ reason })}
      />
    )
  }

  function clear() {
    selection.clear()
    setTimeout(() => refocus())
  }

  return (
    <>
      <div className={ids.length > 0 ? 'toolbar marking' : 'toolbar'}>
        {ids.length === 0 ? (
          children
        ) : (
          <>
            <span className="marked" role="status">
              已选 {ids.length} 项
            </span>
            <Button type="link" size="small" onClick={clear}>
              取消选择
            </Button>
            {offered.map((action) => (
              <Button
                key={action.label}
                danger={action.danger === true}
                disabled={bulk.busy}
                onClick={() => void begin(action)}
              >
                {`${action.label}（${fitting(action).length}）`}
              </Button>
            ))}
            {exporting && (
              <Button loading={exporting.busy} onClick={() => exporting.start([...marked.values()])}>
                {`${buttons.export}选中的（${ids.length}）`}
              </Button>
            )}
            {offered.length === 0 && <span className="muted">选中的项当前状态下没有可用的操作</span>}
          </>
        )}
      </div>
      {asking && dialogOf(asking)}
      {bulk.dialog}
    </>
  )
}
