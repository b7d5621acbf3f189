import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { log, logKinds, logRow } from '../../../core/contract/log.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { Compare } from '../../parts/Compare.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import './log.css'

const api = callsOf(log)
type Row = Output<typeof log.list>['list'][number]
const kindOf = (row: Row) => logKinds[row.kind as keyof typeof logKinds] ?? row.kind

const columns: readonly Column<Row>[] = [
  { field: 'at', width: 170, sort: true, show: (row) => row.at },
  { field: 'kind', width: 80, show: kindOf },
  { field: 'userName', width: 100 },
  { field: 'says', width: 200, title: '操作内容' },
  { field: 'targetIds', width: 110 },
  { field: 'result', width: 180 },
  { field: 'address', width: 130 },
  { field: 'userAccount', width: 110, hidden: true },
  { field: 'call', width: 180, hidden: true },
  { field: 'requestId', width: 300, hidden: true },
  { field: 'logId', width: 90, hidden: true },
]

/** The operation log: who did what, when, with what result; and whether anybody tampered with it. */
export default function LogScreen() {
  const [seen, setSeen] = useState<Row | null>(null)
  return (
    <>
      <ListScreen
        name="操作日志"
        call="log.list"
        from={api.list}
        row={logRow}
        idField="logId"
        titleOf={(row) => row.says ?? ''}
        columns={columns}
        filters={[
          { kind: 'text', field: 'userAccount', label: '账号' },
          { kind: 'text', field: 'keyword', label: '关键词' },
          { kind: 'choice', field: 'kind', label: '种类', words: logKinds },
          { kind: 'text', field: 'targetId', label: '对象编号' },
          { kind: 'text', field: 'call', label: '接口' },
          { kind: 'dates', field: 'startTime', end: 'endTime', label: '时间' },
        ]}
        main={<ChainCheck />}
        onOpen={setSeen}
        rowActions={(row) => (
          <Button type="link" size="small" onClick={() => setSeen(row)}>
            详情
          </Button>
        )}
      />
      {seen && <Detail row={seen} close={() => setSeen(null)} />}
    </>
  )
}

function ChainCheck() {
  const say = useSay()
  const check = useAction(api.check)
  async function run() {
    const found = await check.run({})
    if (!found) return
    if (found.whole) say.success(found.says)
    else say.error(found.says)
  }
  return (
    <Button onClick={() => void run()} loading={check.busy}>
      核对哈希链
    </Button>
  )
}

const facts = ['at', 'userName', 'userAccount', 'address', 'says', 'call', 'result', 'requestId'] as const

/** The fields of both sides, each with its value before and after. */
function changesOf({ before, after }: Row) {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
  if (!isObject(before ?? {}) || !isObject(after ?? {})) return [{ field: '*', title: '内容', before, after }]
  const [from, to] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].map((field) => ({
    field,
    title: field,
    before: from[field],
    after: to[field],
  }))
}

function Detail({ row, close }: { row: Row; close: () => void }) {
  useFocusBack()
  return (
    <Drawer open title="日志详情" size="min(720px, 100vw)" onClose={close}>
      <dl className="facts">
        {facts.map((field) => (
          <div key={field}>
            <dt>{logRow.shape[field].meta()?.title}</dt>
            <dd>{row[field]}</dd>
          </div>
        ))}
        <div>
          <dt>种类</dt>
          <dd>{kindOf(row)}</dd>
        </div>
        <div>
          <dt>对象</dt>
          <dd>{row.targetIds.join('、')}</dd>
        </div>
      </dl>
      <h3>修改前后</h3>
      <Compare changes={changesOf(row)} />
    </Drawer>
  )
}
