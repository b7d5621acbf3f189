import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { mailCount, mailCountRow } from '../../../core/contract/mailCount.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { places } from './calls.ts'

const api = callsOf(mailCount)
type Row = Output<typeof mailCount.get>

const filters = filtersOf(mailCount.list, ['deptName'])
const bothWords = (shown: number | null, counted: number | null) =>
  shown === counted ? shown : `${shown}（统计 ${counted}）`

/** What is done to a department's numbers: corrected, or counted again. */
function Acts({ row, edit }: { readonly row: Row; readonly edit: () => void }) {
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const reset = useAction(api.reset)
  async function drop() {
    if (!(await confirm({ text: `去掉「${row.deptName}」的更正，按信件重新统计。是否继续？`, ok: '重新统计' }))) return
    await reset.run({ id: row.id }, (error) => say.refused(error))
    await stale('mailCount')
  }
  return (
    <>
      <Button size="small" onClick={edit}>
        更正
      </Button>{' '}
      {row.reason !== null && (
        <Button size="small" loading={reset.busy} onClick={() => void drop()}>
          重新统计
        </Button>
      )}
    </>
  )
}

/** Numbers of letters by department: as counted, and as corrected with a reason. */
export default function MailCountScreen() {
  const { can } = useRights()
  const stale = useStale()
  const [edited, setEdited] = useState<Row | null>(null)
  const columns: readonly Column<Row>[] = [
    { field: 'deptName', width: 160, leads: true },
    { field: 'received', width: 110, show: (row) => bothWords(row.received, row.countedReceived) },
    { field: 'replied', width: 110, show: (row) => bothWords(row.replied, row.countedReplied) },
    { field: 'opened', width: 110, show: (row) => bothWords(row.opened, row.countedOpened) },
    {
      field: 'reason',
      width: 220,
      show: ({ reason, since }) => (
        <>
          {reason}
          {since !== null && <p className="status bad reason">{since}</p>}
        </>
      ),
    },
    { field: 'updatedByName', width: 100 },
    { field: 'updatedAt', width: 140 },
    ...(can('mailCount_update')
      ? [
          {
            field: 'id',
            title: '操作',
            width: 170,
            show: (row: Row) => <Acts row={row} edit={() => setEdited(row)} />,
          } as const,
        ]
      : []),
  ]
  const save = async (input: Parameters<typeof api.update>[0]) => {
    const saved = await api.update(input)
    await stale('mailCount')
    return saved
  }
  return (
    <>
      <ListScreen
        name="信件统计"
        call="mailCount.list"
        from={api.list}
        row={mailCountRow}
        idField="id"
        titleOf={(row) => row.deptName ?? ''}
        columns={columns}
        tabs={<Link to={places.countsNow}>实时统计</Link>}
        filters={filters}
        empty="还没有列入统计的部门。"
      />
      {edited && (
        <RowDialog
          name="信件数"
          area="mailCount"
          calls={{ get: api.get, edit: save }}
          shape={mailCount.update.input.shape}
          fields={['received', 'replied', 'opened', 'reason']}
          needs={['reason']}
          hints={{ reason: '统计的和更正的都会显示；以后的信件在更正的数上续计，相差的数不变' }}
          fresh={{}}
          live={() => '保存后网站上的数目随即改变，是否保存？'}
          row={{ ...edited, reason: null }}
          close={() => setEdited(null)}
        />
      )}
    </>
  )
}
