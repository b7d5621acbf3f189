import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { buttons, pleaseEnter } from '../../core/text.ts'
import { useAction, useCall } from '../data/calls.ts'
import { callsOf, shownInPlace } from '../data/client.ts'
import { session } from '../data/session.ts'
import { useClosingGuard } from '../parts/closing.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { FactorSecret } from '../parts/factor/FactorSecret.tsx'
import { RecoveryCodes } from '../parts/factor/RecoveryCodes.tsx'
import { useFocusBack } from '../parts/focus.ts'
import { required } from '../parts/form/rules.ts'
import { ErrorState, Loading } from '../parts/States.tsx'
import { useSay } from './say.ts'
import '../parts/dialog.css'

const { factorState, factorBegin, factorConfirm, factorCodes, factorOff } = callsOf(auth)
type State = Awaited<ReturnType<typeof factorState>>

/** What is being done: each wants the password, and the code where there is one. */
type Doing = 'bind' | 'codes' | 'off'
const words: Readonly<Record<Doing, string>> = { bind: '绑定', codes: '重新生成恢复码', off: '停用' }

interface Proof {
  readonly password: string
  readonly code?: string
}

/** One's own second factor: bound, bound anew, switched off, and its recovery codes. */
export default function FactorDialog({ close }: { readonly close: () => void }) {
  const { data, error, refetch } = useCall('auth.factorState', factorState, {}, { fresh: true })
  const [doing, setDoing] = useState<Doing | null>(null)
  const [begun, setBegun] = useState<Awaited<ReturnType<typeof factorBegin>> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // they are shown this once
  useClosingGuard(() => codes !== null)
  const say = useSay()
  const confirm = useConfirm()
  useFocusBack()

  async function restart() {
    setDoing(null)
    setBegun(null)
    setCodes(null)
    await refetch()
  }
  async function leave() {
    if (codes && !(await confirm({ text: '恢复码只显示这一次，已经保存好了吗？', ok: '已保存' }))) return
    close()
  }
  return (
    <Modal open title="动态口令" onCancel={() => void leave()} footer={null} width={520} mask={{ closable: false }}>
      {error && !data && <ErrorState error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {data && codes && (
        <>
          <RecoveryCodes account={session.userAccount()} codes={codes} />
          <Button type="primary" onClick={() => void restart()}>
            已保存
          </Button>
        </>
      )}
      {data && !codes && begun && (
        <Confirm
          begun={begun}
          back={() => void restart()}
          done={(given) => {
            say.success('已绑定动态口令，下次登录时生效')
            setCodes(given)
          }}
        />
      )}
      {data && !codes && !begun && !doing && <Overview state={data} choose={setDoing} />}
      {data && !codes && !begun && doing && (
        <Prove
          doing={doing}
          coded={data.on === 1}
          back={() => setDoing(null)}
          bind={setBegun}
          made={setCodes}
          off={() => {
            say.success('已停用动态口令')
            void restart()
          }}
        />
      )}
    </Modal>
  )
}

function Overview({ state, choose }: { readonly state: State; readonly choose: (doing: Doing) => void }) {
  const on = state.on === 1
  return (
    <>
      <p className="dialog-says">
        绑定后，登录时除密码外还要输入手机应用显示的 6 位数字：密码被别人知道了，也登录不了。
        {state.must === 1 && '您的账号必须使用。'}
      </p>
      {on && (
        <p className="dialog-says">
          已于 {state.since} 绑定，还有 {state.codesLeft} 个恢复码
          {(state.codesLeft ?? 0) < 3 && '，快用完了，请重新生成'}。
        </p>
      )}
      <span className="dialog-ways">
        <Button type={on ? 'default' : 'primary'} onClick={() => choose('bind')}>
          {on ? '换手机，重新绑定' : '绑定'}
        </Button>
        {on && <Button onClick={() => choose('codes')}>重新生成恢复码</Button>}
        {on && state.must !== 1 && (
          <Button danger onClick={() => choose('off')}>
            停用
          </Button>
        )}
      </span>
    </>
  )
}

interface ProveProps {
  readonly doing: Doing
  readonly coded: boolean
  readonly back: () => void
  readonly bind: (begun: Awaited<ReturnType<typeof factorBegin>>) => void
  readonly made: (codes: readonly string[]) => void
  readonly off: () => void
}

/** Password, and the code of now where there is one: whoever sits down at a desk that was left alone has neither. */
function Prove({ doing, coded, back, bind, made, off }: ProveProps) {
  const [refused, setRefused] = useState('')
  const begin = useAction(factorBegin)
  const renew = useAction(factorCodes)
  const end = useAction(factorOff)
  const [form] = Form.useForm<Proof>()

  async function send({ password, code = '' }: Proof) {
    setRefused('')
    const caught = (error: Parameters<typeof shownInPlace>[0]) => {
      if (error.kind !== 'refused') return
      shownInPlace(error)
      setRefused(error.message)
    }
    if (doing === 'bind') {
      const begun = await begin.run({ password, code }, caught)
      if (begun) bind(begun)
    } else if (doing === 'codes') {
      const done = await renew.run({ password, code }, caught)
      if (done) made(done.recoveryCodes)
    } else if (await end.run({ password, code }, caught)) off()
  }
  return (
    <Form<Proof> form={form} layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
      {refused && <Alert className="dialog-alert" type="error" title={refused} role="alert" />}
      <Form.Item name="password" label="密码" rules={[required(pleaseEnter('密码'))]}>
        <Input type="password" autoComplete="current-password" maxLength={200} autoFocus />
      </Form.Item>
      {coded && (
        <Form.Item name="code" label="现在的动态口令或恢复码" rules={[required(pleaseEnter('动态口令'))]}>
          <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={20} />
        </Form.Item>
      )}
      <span className="dialog-ways">
        <Button
          type="primary"
          danger={doing === 'off'}
          htmlType="submit"
          loading={begin.busy || renew.busy || end.busy}
        >
          {doing === 'bind' ? '下一步' : words[doing]}
        </Button>
        <Button onClick={back}>{buttons.cancel}</Button>
      </span>
    </Form>
  )
}

interface ConfirmProps {
  readonly begun: { readonly secret: string; readonly uri: string }
  readonly back: () => void
  readonly done: (codes: readonly string[]) => void
}

/** The first code shows that the phone has it. */
function Confirm({ begun, back, done }: ConfirmProps) {
  const [refused, setRefused] = useState('')
  const { run, busy } = useAction(factorConfirm)
  async function send({ code }: { code: string }) {
    setRefused('')
    const bound = await run({ code }, (error) => {
      if (error.kind !== 'refused') return
      shownInPlace(error)
      setRefused(error.message)
    })
    if (bound) done(bound.recoveryCodes)
  }
  return (
    <Form<{ code: string }> layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
      <FactorSecret {...begun} />
      {refused && <Alert className="dialog-alert" type="error" title={refused} role="alert" />}
      <Form.Item name="code" label="动态口令" rules={[required(pleaseEnter('动态口令'))]}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={20} autoFocus />
      </Form.Item>
      <span className="dialog-ways">
        <Button type="primary" htmlType="submit" loading={busy}>
          绑定
        </Button>
        <Button onClick={back}>{buttons.cancel}</Button>
      </span>
    </Form>
  )
}
