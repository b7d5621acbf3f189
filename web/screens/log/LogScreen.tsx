import { App, Button } from 'antd'
import { useState } from 'react'
import { logAreas, logRow } from '../../../core/contract/log.ts'
import { logKinds, logMarks, logOutcomes } from '../../../core/domain/enums.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { api, type Row } from './rows.ts'
import { Sentence } from './Sentence.tsx'

/** By itself: it knows the fields of every area, the list only its own. */
const Detail = lazyPart(() => import('./Detail.tsx'))
const Stats = lazyPart(() => import('./Stats.tsx'))

const columns: readonly Column<Row>[] = [
  { field: 'at', width: 170, sort: true, show: (row) => row.at },
  // of a try that nobody came in by only the account is known
  { field: 'userName', width: 100, leads: true, show: (row) => row.userName || (row.userAccount ?? '') },
  { field: 'sentence', width: 340, leads: true, show: (row) => <Sentence row={row} /> },
  { field: 'result', width: 220 },
  { field: 'address', width: 130 },
  { field: 'kind', width: 80, hidden: true },
  { field: 'userAccount', width: 110, hidden: true },
  { field: 'says', width: 200, hidden: true },
  { field: 'targetIds', width: 110, hidden: true },
  { field: 'call', width: 180, hidden: true },
  { field: 'requestId', width: 300, hidden: true },
  { field: 'logId', width: 90, hidden: true },
]

/** The operation log: who did what, when, with what result; and whether anybody tampered with it. */
export default function LogScreen() {
  const [seen, setSeen] = useState<Row | null>(null)
  const [counting, setCounting] = useState(false)
  return (
    <>
      <ListScreen
        name="操作日志"
        call="log.list"
        from={api.list}
        row={logRow}
        idField="logId"
        titleOf={(row) => row.sentence ?? row.says ?? ''}
        columns={columns}
        filters={[
          { kind: 'text', field: 'userAccount', label: '账号' },
          { kind: 'text', field: 'keyword', label: '关键词' },
          { kind: 'choice', field: 'kind', label: '种类', words: logKinds },
          { kind: 'choice', field: 'outcome', label: '结果', words: logOutcomes },
          { kind: 'reference', field: 'deptId', label: '现在的部门（含下级）', of: 'dept' },
          { kind: 'choice', field: 'area', label: '业务', words: logAreas },
          { kind: 'choice', field: 'mark', label: '留意', words: logMarks },
          { kind: 'text', field: 'targetId', label: '对象编号' },
          { kind: 'text', field: 'call', label: '接口' },
          { kind: 'dates', field: 'startTime', end: 'endTime', label: '时间' },
        ]}
        main={
          <>
            <ChainCheck />
            <Button onClick={() => setCounting(true)}>统计</Button>
          </>
        }
        onOpen={setSeen}
        rowActions={(row) => (
          <span className="row-actions">
            <button type="button" onClick={() => setSeen(row)}>
              详情
            </button>
          </span>
        )}
      />
      {seen && <Detail row={seen} close={() => setSeen(null)} />}
      {counting && <Stats close={() => setCounting(false)} />}
    </>
  )
}

function ChainCheck() {
  const say = useSay()
  const { modal } = App.useApp()
  const check = useAction(api.check)
  async function run() {
    const found = await check.run({})
    if (!found) return
    // what is to be acted upon stands until it has been read
    if (!found.whole) modal.error({ title: '日志有问题', content: found.says })
    else if (found.warning)
      modal.warning({ title: '日志完整，但有一点需要查明', content: `${found.says}。${found.warning}` })
    else say.success(found.says)
  }
  return (
    <Button onClick={() => void run()} loading={check.busy}>
      核对日志
    </Button>
  )
}
