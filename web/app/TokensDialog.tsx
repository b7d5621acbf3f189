import { Button, Modal } from 'antd'
import { useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { useAction, useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { useFocusBack } from '../parts/focus.ts'
import { Moment } from '../parts/Moment.tsx'
import { OnceShown } from '../parts/OnceShown.tsx'
import { ErrorState, Loading } from '../parts/States.tsx'
import { useSay } from './say.ts'
import '../parts/list/rows.css'
import { lazyPart } from '../parts/lazy.tsx'

const TokenForm = lazyPart(() => import('./TokenForm.tsx'))
const { scriptList, scriptDel, scriptKeys } = callsOf(auth)
type Row = Awaited<ReturnType<typeof scriptList>>[number]
/** A time takes two lines rather than being cut. */
const whole = { whiteSpace: 'normal' } as const
const namedMost = 4

/** What a token may, in the words of its rights; a right that one lost since has only its key. */
function Keys({ keys, saysOf }: { readonly keys: readonly string[]; readonly saysOf: ReadonlyMap<string, string> }) {
  const names = keys.map((key) => saysOf.get(key) ?? key)
  if (names.length <= namedMost) return names.join('、')
  return (
    <details>
      <summary>
        {names.slice(0, namedMost).join('、')} 等 {names.length} 项
      </summary>
      {names.slice(namedMost).join('、')}
    </details>
  )
}

/** The tokens that one has given to scripts: what each may do, when it was used last, and the ways to make one and to end it. */
export default function TokensDialog({ close }: { readonly close: () => void }) {
  const { data, error, refetch } = useCall('auth.scriptList', scriptList, {}, { fresh: true })
  const offered = useCall('auth.scriptKeys', scriptKeys, {}, { fresh: true })
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Output<typeof auth.scriptAdd> | null>(null)
  const ending = useAction(scriptDel)
  const confirm = useConfirm()
  const say = useSay()
  useFocusBack()
  const saysOf = new Map(offered.data?.rights.map(({ key, says }) => [key, says]))
  const failure = error ?? offered.error
  const ready = data && offered.data

  async function end({ sessionId, name }: Row) {
    const text = `停用脚本令牌「${name}」？用它的定时任务从下一次起不能再运行，停用后不能恢复。`
    if (!(await confirm({ text, ok: '停用', danger: true }))) return
    if (!(await ending.run({ id: sessionId }, say.refused))) return
    say.success(`已停用「${name}」`)
    await refetch()
  }
  return (
    <Modal open title="脚本令牌" onCancel={close} footer={null} width={760}>
      {failure && !ready && (
        <ErrorState error={failure} retry={() => void Promise.all([refetch(), offered.refetch()])} />
      )}
      {!failure && !ready && <Loading />}
      {ready && (
        <>
          <div className="toolbar">
            <p className="muted grow">
              定时任务凭令牌运行，不需要密码，只有所列的权限；它做的事在操作日志中带着令牌的名称。
            </p>
            <Button type="primary" onClick={() => setAdding(true)}>
              签发令牌
            </Button>
          </div>
          {data.length === 0 && <p>没有有效的脚本令牌。</p>}
          {data.length > 0 && (
            <div className="table-frame wide">
              <table style={{ minWidth: 520 }}>
                <thead>
                  <tr>
                    <th scope="col">名称</th>
                    <th scope="col">权限</th>
                    <th scope="col">最近使用</th>
                    <th scope="col">到期时间</th>
                    <th scope="col" className="actions" style={{ width: 64 }}>
                      操作
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((row) => (
                    <tr key={row.sessionId}>
                      <td style={whole}>{row.name}</td>
                      <td style={{ ...whole, overflowWrap: 'anywhere' }}>
                        <Keys keys={row.keys ?? []} saysOf={saysOf} />
                      </td>
                      <td style={whole}>{row.seenAt === row.createdAt ? '还没有用过' : <Moment at={row.seenAt} />}</td>
                      <td style={whole}>
                        <Moment at={row.expiresAt} />
                      </td>
                      <td className="actions">
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
          {adding && (
            <TokenForm
              offered={offered.data}
              close={() => setAdding(false)}
              made={(token) => {
                setAdding(false)
                setMade(token)
                void refetch()
              }}
            />
          )}
          {made && (
            <OnceShown title={`脚本令牌「${made.name}」`} name="令牌" secret={made.token} close={() => setMade(null)}>
              <p className="reason-says">
                只显示这一次，有效期至 {made.expiresAt}；在脚本中设为环境变量 XZX_TOKEN，不要写进多人可读的文件。
              </p>
            </OnceShown>
          )}
        </>
      )}
    </Modal>
  )
}
