import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { Input as Sent } from '../../../core/contract/endpoint.ts'
import { sensitive } from '../../../core/contract/sensitive.ts'
import { listedWords } from '../../../core/domain/words.ts'
import type { ApiError } from '../../../core/errors.ts'
import { buttons, pleaseEnter } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { shownInPlace } from '../../data/client.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { required } from '../../parts/form/rules.ts'
import { RowField } from '../../parts/row/RowField.tsx'
import { api } from './calls.ts'
import '../../parts/dialog.css'

type Values = Sent<typeof sensitive.importMany>
const { shape } = sensitive.importMany.input
/** More faults at once nobody reads. */
const faultsShown = 10

/** What is wrong with which line, where the server said so. */
const faultsIn = ({ detail }: ApiError): readonly string[] =>
  ((detail as { rows?: readonly { row: number; says: string }[] } | null)?.rows ?? []).map(
    ({ row, says }) => `第 ${row} 行：${says}`,
  )

interface Props {
  readonly close: () => void
  /** What is published is being looked through for the words, which are in no list yet. */
  readonly tried: () => void
}

/** Many words at once, as somebody has them in a list: all are taken in, or none. */
export default function ImportDialog({ close, tried }: Props) {
  const [form] = Form.useForm<Values>()
  const [faults, setFaults] = useState<readonly string[]>([])
  const count = listedWords(Form.useWatch('words', form) ?? '').length
  const add = useAction(api.importMany)
  const tryOut = useAction(api.tryOut)
  const stale = useStale()
  const say = useSay()
  useFocusBack()

  const showFaults = (error: ApiError) => {
    shownInPlace(error)
    const lines = faultsIn(error)
    setFaults(lines.length > 0 ? lines : [error.message])
  }
  async function test() {
    const values = await form.validateFields().catch(() => null)
    if (!values) return
    setFaults([])
    if (!(await tryOut.run(values, showFaults))) return
    await stale('sensitive')
    tried()
  }
  async function save(values: Values) {
    const done = await add.run(values, showFaults)
    if (!done) return
    await stale('sensitive')
    say.success(`已新增 ${done.added} 个词${done.there ? `，${done.there} 个已有，不变` : ''}`)
    close()
  }

  return (
    <Modal open title="导入敏感词" footer={null} onCancel={close} mask={{ closable: false }}>
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ list: 0, type: 0, level: 1 }}
        onFinish={(values) => void save(values)}
      >
        {faults.length > 0 && (
          <Alert
            className="dialog-alert"
            type="error"
            title={`都没有采用，${faults.length} 处须修改`}
            description={
              <>
                {faults.slice(0, faultsShown).map((line) => (
                  <div key={line}>{line}</div>
                ))}
                {faults.length > faultsShown && <div>等</div>}
              </>
            }
          />
        )}
        <Form.Item
          name="words"
          label="词"
          rules={[required(pleaseEnter('词'))]}
          extra="每行一个；建议改为的词写在逗号后面"
        >
          <Input.TextArea rows={8} placeholder={'代开发票\n按步就班,按部就班'} />
        </Form.Item>
        <RowField name="list" schema={shape.list} />
        <RowField name="type" schema={shape.type} />
        <RowField name="level" schema={shape.level} hint="常见错词只作提示" />
        <div className="dialog-ways">
          <Button onClick={close}>{buttons.cancel}</Button>
          <Button onClick={() => void test()} loading={tryOut.busy}>
            先试，不导入
          </Button>
          <Button type="primary" htmlType="submit" loading={add.busy}>
            导入{count > 0 ? ` ${count} 个词` : ''}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
