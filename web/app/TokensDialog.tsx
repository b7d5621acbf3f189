import { Modal } from 'antd'
import { auth } from '../../core/contract/auth.ts'
import { useAction, useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { useFocusBack } from '../parts/focus.ts'
import { ErrorState, Loading } from '../parts/States.tsx'
import { useSay } from './say.ts'
import '../parts/list/rows.css'

const { scriptList, scriptDel } = callsOf(auth)
type Row = Awaited<ReturnType<typeof scriptList>>[number]
/** On a phone a time takes two lines rather than being cut. */
const whole = { whiteSpace: 'normal' } as const

/** The tokens that one has given to scripts: what each may do, when it was used last, and the way to end it. */
export default function TokensDialog({ close }: { readonly close: () => void }) {
  const { data, error, refetch } = useCall('auth.scriptList', scriptList, {}, { fresh: true })
  const ending = useAction(scriptDel)
  const confirm = useConfirm()
  const say = useSay()
  useFocusBack()

  async function end({ sessionId, name }: Row) {
    const text = `停用脚本令牌「${name}」？用它的定时任务从下一次起不能再运行，停用后不能恢复。`
    if (!(await confirm({ text, ok: '停用', danger: true }))) return
    if (!(await ending.run({ id: sessionId }, say.refused))) return
    say.success(`已停用「${name}」`)
    await refetch()
  }
  return (
    <Modal open title="脚本令牌" onCancel={close} footer={null} width={760}>
      {error && !data && <ErrorState error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <>
          <p className="muted">
            定时任务凭令牌运行，不需要密码，只有所列的权限；它做的事在操作日志中带着令牌的名称。签发用命令行：xzx auth
            token
          </p>
          {data.length === 0 && <p>没有有效的脚本令牌。</p>}
          {data.length > 0 && (
            <div className="table-frame">
              <table>
                <thead>
                  <tr>
                    <th scope="col">名称</th>
                    <th scope="col">权限</th>
                    <th scope="col">最近使用</th>
                    <th scope="col">到期时间</th>
                    <th scope="col">操作</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((row) => (
                    <tr key={row.sessionId}>
                      <td style={whole}>{row.name}</td>
                      <td style={{ ...whole, overflowWrap: 'anywhere' }}>{row.keys?.join('、')}</td>
                      <td style={whole}>{row.seenAt === row.createdAt ? '还没有用过' : row.seenAt}</td>
                      <td style={whole}>{row.expiresAt}</td>
                      <td>
                        <span className="row-actions">
                          <button type="button" onClick={() => void end(row)} aria-label={`停用 ${row.name}`}>
                            停用
                          </button>
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </Modal>
  )
}
