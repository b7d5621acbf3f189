import { Button, Modal } from 'antd'
import { auth } from '../../core/contract/auth.ts'
import { useAction, useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { useFocusBack } from '../parts/focus.ts'
import { Moment } from '../parts/Moment.tsx'
import { ErrorState, Loading } from '../parts/States.tsx'
import { LastSignIn } from './LastSignIn.tsx'
import { useSay } from './say.ts'
import '../parts/dialog.css'
import '../parts/list/rows.css'

const { sessions, sessionsEnd } = callsOf(auth)
const whole = { whiteSpace: 'normal' } as const

/** Where one is signed in, and the way to end what one did not begin. */
export default function SessionsDialog({ close }: { readonly close: () => void }) {
  const { data, error, refetch } = useCall('auth.sessions', sessions, {}, { fresh: true })
  const ending = useAction(sessionsEnd)
  const confirm = useConfirm()
  const say = useSay()
  useFocusBack()
  const others = (data ?? []).filter(({ current }) => current === 0)

  async function end(ids?: string[]) {
    const text = ids ? '结束这一处登录？那里没有保存的内容会暂存在其浏览器中。' : `结束其他 ${others.length} 处登录？`
    if (!(await confirm({ text, ok: '结束登录' }))) return
    const done = await ending.run({ ids }, say.refused)
    if (!done) return
    say.success(`已结束 ${done.ended} 处登录`)
    await refetch()
  }
  return (
    <Modal open title="登录情况" onCancel={close} footer={null} width={680}>
      {error && !data && <ErrorState error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <>
          <LastSignIn />
          <p className="muted dialog-says">不是自己登录的，请结束它并立即修改密码。</p>
          <div className="table-frame">
            <table>
              <thead>
                <tr>
                  <th scope="col">登录时间</th>
                  <th scope="col">登录地址</th>
                  <th scope="col">浏览器和设备</th>
                  <th scope="col">最近使用</th>
                  <th scope="col">操作</th>
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <tr key={row.sessionId}>
                    <td style={whole}>
                      <Moment at={row.createdAt} />
                    </td>
                    <td style={whole}>{row.address}</td>
                    <td style={whole}>{row.device ?? '未知'}</td>
                    <td style={whole}>
                      <Moment at={row.seenAt} />
                    </td>
                    <td>
                      {row.current === 1 ? (
                        '本次登录'
                      ) : (
                        <span className="row-actions">
                          <button
                            type="button"
                            onClick={() => void end([row.sessionId])}
                            aria-label={`结束 ${row.createdAt} 的登录`}
                          >
                            结束
                          </button>
                        </span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
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
