import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { scriptKeysMost } from '../../core/contract/auth/sessions.ts'
import { auth } from '../../core/contract/auth.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import type { ApiError } from '../../core/errors.ts'
import { buttons, pleaseEnter } from '../../core/text.ts'
import { useAction } from '../data/calls.ts'
import { callsOf, shownInPlace } from '../data/client.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { useFocusBack } from '../parts/focus.ts'
import { required } from '../parts/form/rules.ts'
import { KeyGroups, type Mark, type MarkGroup } from '../parts/KeyGroups.tsx'
import { NumberInput, rangeSays } from '../parts/NumberInput.tsx'
import '../parts/dialog.css'

const { scriptAdd } = callsOf(auth)
type Offered = Output<typeof auth.scriptKeys>

interface Values {
  readonly name?: string
  readonly days?: number | string | null
}
interface Props {
  readonly offered: Offered
  readonly close: () => void
  readonly made: (token: Output<typeof auth.scriptAdd>) => void
}

const groupsOf = ({ rights }: Offered): MarkGroup<Mark>[] =>
  [...Map.groupBy(rights, ({ under }) => under ?? '其他')].map(([path, some]) => ({
    path,
    marks: some.map(({ key, says }) => ({ id: key, key, name: says })),
  }))

/** What one begins with: long enough to be of use, and over in a while. */
const usualDays = 90

/** Gives a script a token of one's own: only a press of the button does, no key of habit. */
export default function TokenForm({ offered, close, made }: Props) {
  const [form] = Form.useForm<Values>()
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState('')
  const adding = useAction(scriptAdd)
  const confirm = useConfirm()
  useFocusBack()
  const most = offered.daysMost ?? usualDays

  const mark = (some: readonly Mark[], is: boolean) => {
    const next = new Set(held)
    for (const { id } of some) is ? next.add(id) : next.delete(id)
    setHeld(next)
    setRefused('')
  }
  const inRange = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
  function caught(error: ApiError): void {
    if (error.kind !== 'refused') return
    shownInPlace(error)
    setRefused(error.message)
  }
  async function add({ name = '', days }: Values) {
    if (held.size === 0) return setRefused('请勾选令牌要用的权限，只勾选用得到的')
    if (held.size > scriptKeysMost) return setRefused(`一个令牌最多 ${scriptKeysMost} 项权限，已勾选 ${held.size} 项`)
    setRefused('')
    const given = await adding.run({ name: name.trim(), keys: [...held], days: Number(days) }, caught)
    if (given) made(given)
  }
  async function leave() {
    const begun = held.size > 0 || Boolean(form.getFieldValue('name'))
    if (begun && !(await confirm({ text: '令牌还没有签发，要离开吗？', ok: '离开' }))) return
    close()
  }
  return (
    <Modal
      open
      title="签发脚本令牌"
      width={760}
      onCancel={() => void leave()}
      afterOpenChange={(open) => open && form.focusField('name')}
      mask={{ closable: false }}
      footer={[
        <span key="count" className="muted" role="status">
          已勾选 {held.size} 项权限{' '}
        </span>,
        <Button key="cancel" onClick={() => void leave()}>
          {buttons.cancel}
        </Button>,
        <Button key="add" type="primary" loading={adding.busy} onClick={form.submit}>
          签发
        </Button>,
      ]}
    >
      <Form<Values>
        // no form of the page: Enter in a field sends nothing
        component={false}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ days: Math.min(usualDays, most) }}
        onFinish={(values) => void add(values)}
      >
        {refused && <Alert className="dialog-alert" type="error" title={refused} role="alert" />}
        <Form.Item
          name="name"
          label="名称"
          rules={[required(pleaseEnter('名称'))]}
          extra="写明用途，例如：夜间生成静态页面"
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="days"
          label="有效期"
          extra={`${rangeSays(1, most, '天')}，到期后脚本不能再用，须另签`}
          rules={[
            {
              validator: async (_rule, value) => {
                if (!inRange(value)) throw new Error(`应为 1 到 ${most} 之间的整数`)
              },
            },
          ]}
        >
          <NumberInput suffix="天" style={{ maxWidth: 160 }} />
        </Form.Item>
      </Form>
      <div className="dialog-marks">
        <KeyGroups groups={groupsOf(offered)} isHeld={({ id }) => held.has(id)} mark={mark} />
      </div>
    </Modal>
  )
}
