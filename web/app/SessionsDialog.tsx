import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { auth } from '../../core/contract/auth.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { useAction, useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { useFocusBack } from '../parts/focus.ts'
import { Moment } from '../parts/Moment.tsx'
import { useNarrow } from '../parts/narrow.ts'
import { ErrorState, Loading } from '../parts/States.tsx'
import { LastSignIn } from './LastSignIn.tsx'
import { useSay } from './say.ts'
import '../parts/dialog.css'
import '../parts/list/rows.css'

const { sessions, sessionsEnd } = callsOf(auth)
const whole = { whiteSpace: 'normal' } as const

type Row = Output<typeof auth.sessions>[number]
interface Shown {
  readonly rows: readonly Row[]
  readonly end: (id: string) => void
}

/** The one that looks is not ended here. */
function Ending({ row, end }: { readonly row: Row; readonly end: Shown['end'] }) {
  if (row.current === 1) return '本次登录'
  return (
    <span className="row-actions">
      <button type="button" onClick={() => end(row.sessionId)} aria-label={`结束 ${row.createdAt} 的登录`}>
        结束
      </button>
    </span>
  )
}

const facts: readonly (readonly [string, (row: Row) => ReactNode])[] = [
  ['登录时间', ({ createdAt }) => <Moment at={createdAt} />],
  ['登录地址', ({ address }) => address],
  ['浏览器和设备', ({ device }) => device ?? '未知'],
  ['最近使用', ({ seenAt }) => <Moment at={seenAt} />],
]

function Table({ rows, end }: Shown) {
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            {facts.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.sessionId}>
              {facts.map(([title, of]) => (
                <td key={title} style={whole}>
                  {of(row)}
                </td>
              ))}
              <td>
                <Ending row={row} end={end} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone five columns have no room: which is a stranger's is told by what would be cut off. */
function Cards({ rows, end }: Shown) {
  return (
    <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <li key={row.sessionId} style={{ padding: '8px 0', borderTop: '1px solid var(--line)' }}>
          {facts.map(([title, of]) => (
            <div key={title}>
              <span className="muted">{title}：</span>
              {of(row)}
            </div>
          ))}
          <Ending row={row} end={end} />
        </li>
      ))}
    </ul>
  )
}

/** Where one is signed in, and the way to end what one did not begin. */
export default function SessionsDialog({ close }: { readonly close: () => void }) {
  const { data, error, refetch } = useCall('auth.sessions', sessions, {}, { fresh: true })
  const ending = useAction(sessionsEnd)
  const confirm = useConfirm()
  const say = useSay()
  useFocusBack()
  const narrow = useNarrow()
  const others = (data ?? []).filter(({ current }) => current === 0)

  async function end(ids?: string[]) {
    const text = ids ? '结束这一处登录？那里没有保存的内容会暂存在其浏览器中。' : `结束其他 ${others.length} 处登录？`
    if (!(await confirm({ text, ok: '结束登录' }))) return
    const done = await ending.run({ ids }, say.refused)
    if (!done) return
    say.success(`已结束 ${done.ended} 处登录`)
    await refetch()
  }
  const shown = { rows: data ?? [], end: (id: string) => void end([id]) }
  return (
    <Modal open title="登录情况" onCancel={close} footer={null} width={680}>
      {error && !data && <ErrorState error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <>
          <LastSignIn />
          <p className="muted dialog-says">不是自己登录的，请结束它并立即修改密码。</p>
          {narrow ? <Cards {...shown} /> : <Table {...shown} />}
          {others.length > 0 && (
            <Button style={{ marginTop: 12 }} loading={ending.busy} onClick={() => void end()}>
              结束其他全部登录
            </Button>
          )}
        </>
      )}
    </Modal>
  )
}
