import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { countedOf, themeCount, themeCountRow, themeFamilies } from '../../../core/contract/themeCount.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { counts, groups } from './calls.ts'

type Row = Output<typeof themeCount.get>

const filters = filtersOf(themeCount.list, ['family', 'month'])
const both = (told: number | null, counted: number | null) => (told === counted ? told : `${told}（统计 ${counted}）`)

/** How many topics each month had: as counted, and as corrected with a reason. */
export default function CountsScreen() {
  const { can } = useRights()
  const say = useSay()
  const confirm = useConfirm()
  const stale = useStale()
  const [edited, setEdited] = useState<Row | null>(null)
  const recount = useAction(counts.addMonthHistoryThemeCount)
  const may = can('themeCount_addMonthHistoryThemeCount')
  async function count(month: string, family?: string) {
    const done = await recount.run({ month, family }, (error) => say.refused(error))
    if (done) say.success(`已重新统计 ${month}`)
    await stale('themeCount')
  }
  /** What was counted then may be more than there is now: topics are purged. */
  async function again(row: Row) {
    const [month, family] = [row.month ?? '', String(row.family)]
    const stands = [row.countedReceived, row.countedPassed, row.countedShown, row.countedAnswered]
    const now = Object.values(countedOf).map((says, i) => `${says} ${stands[i] ?? 0}`)
    const text = `将按现有的话题重新统计 ${month} 的${themeFamilies[family]}，统计的数（${now.join('、')}）随之替换，已清除的话题不再计入。是否继续？`
    if (await confirm({ text, ok: '重新统计', careful: true })) await count(month, family)
  }
  const columns: readonly Column<Row>[] = [
    { field: 'month', width: 100, leads: true, sort: true },
    { field: 'family', width: 110 },
    { field: 'received', width: 120, show: (row) => both(row.received, row.countedReceived) },
    { field: 'passed', width: 120, show: (row) => both(row.passed, row.countedPassed) },
    { field: 'shown', width: 120, show: (row) => both(row.shown, row.countedShown) },
    { field: 'answered', width: 120, show: (row) => both(row.answered, row.countedAnswered) },
    { field: 'reason', width: 220 },
    { field: 'updatedByName', width: 100 },
    { field: 'updatedAt' },
    ...(may
      ? [
          {
            field: 'id',
            title: '操作',
            width: 170,
            show: (row: Row) => (
              <>
                <Button size="small" onClick={() => setEdited(row)}>
                  更正
                </Button>{' '}
                <Button size="small" loading={recount.busy} onClick={() => void again(row)}>
                  重新统计
                </Button>
              </>
            ),
          } as const,
        ]
      : []),
  ]
  const save = async (input: Parameters<typeof counts.edit>[0]) => {
    const saved = await counts.edit(input)
    await stale('themeCount')
    return saved
  }
  const thisMonth = () => new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 7)
  return (
    <>
      <ListScreen
        name="话题统计"
        call="themeCount.list"
        from={counts.list}
        row={themeCountRow}
        idField="id"
        titleOf={(row) => row.month ?? ''}
        columns={columns}
        tabs={
          <p className="no-print">
            <Link to={groups.theme.places.list}>返回互动话题</Link>{' '}
            {may && (
              <Button size="small" loading={recount.busy} onClick={() => void count(thisMonth())}>
                统计本月
              </Button>
            )}
          </p>
        }
        filters={filters}
        empty="还没有统计过的月份。"
      />
      {edited && (
        <RowDialog
          name="话题数"
          area="themeCount"
          calls={{ get: counts.get, edit: save }}
          shape={themeCount.edit.input.shape}
          fields={['received', 'passed', 'shown', 'answered', 'reason']}
          needs={['reason']}
          hints={{ reason: '统计的和更正的都会显示；重新统计不改变更正的数' }}
          fresh={{}}
          live={null}
          row={{ ...edited, reason: null }}
          close={() => setEdited(null)}
        />
      )}
    </>
  )
}
