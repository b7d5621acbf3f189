import { Form, Modal, Radio } from 'antd'
import { mail } from '../../../core/contract/mail.ts'
import { type MailState, mailFlow } from '../../../core/domain/mail-states.ts'
import { buttons, pleaseSelect } from '../../../core/text.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { required } from '../../parts/form/rules.ts'
import { CountField, isUncounted } from '../../parts/list/CountField.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import type { BulkAsking } from '../../parts/list/types.ts'
import { RowField } from '../../parts/row/RowField.tsx'
import { agrees, type Brief, earliest, toRead, willOf } from './calls.ts'
import '../../parts/reason-dialog.css'

const { reason } = mail.merge.input.shape
const stays = '留下的一封'

interface Given {
  readonly into: string
  readonly reason?: string
  readonly count?: string
}

const goes = ({ state }: Brief) => mailFlow.target('merge', Number(state) as MailState) !== null
const byReceipt = (a: Brief, b: Brief) =>
  (a.createdAt ?? '').localeCompare(b.createdAt ?? '') || Number(a.id) - Number(b.id)

/** Those first that can only stay, for a department has them or has answered; then those whose answer can be public; then the earliest. */
const inOrder = (rows: readonly Brief[]) =>
  rows.toSorted((a, b) => Number(goes(a)) - Number(goes(b)) || Number(agrees(b)) - Number(agrees(a)) || byReceipt(a, b))

/** What follows for the letters that go into the one that stays, and for those who wrote them. */
const follows = (into: Brief, going: readonly Brief[]) =>
  `其余 ${going.length} 封并入留下的一封，${toRead(into)}；这些信都按最早的答复期限办理${earliest([into, ...going])}；并错了可以取消合并。`

/** Asks which of some letters stays, and says what follows for those who wrote the others. */
export default function MergeMarked({ title, rows, typed, close, give }: BulkAsking<Brief>) {
  const [form] = Form.useForm<Given>()
  const into = Form.useWatch('into', form)
  const count = Form.useWatch('count', form)
  useFocusBack()
  const letters = inOrder(rows)
  const kept = letters.find(({ id }) => id === into) ?? letters[0]
  const others = letters.filter((one) => one !== kept)
  const going = others.filter(goes)
  const fixed = others.length - going.length
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      onOk={() => form.submit()}
      okText="合并"
      okButtonProps={{ danger: true, disabled: going.length === 0 || isUncounted(typed, count) }}
      cancelText={buttons.cancel}
      mask={{ closable: false }}
    >
      {kept && going.length > 0 && <p className="reason-says">{follows(kept, going)}</p>}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ into: letters[0]?.id }}
        onFinish={({ into: to, reason }) => give({ to, stays: to, ...(reason && { reason }) })}
      >
        <Form.Item name="into" label={stays} required rules={[required(pleaseSelect(stays))]}>
          <Radio.Group
            vertical
            options={letters.map((one) => ({
              value: one.id,
              label: `${one.id} 号「${one.title}」（${shortTime(one.createdAt)} 来信，${mailFlow.words[Number(one.state) as MailState]}，${willOf(one)}）`,
            }))}
          />
        </Form.Item>
        {fixed > 0 && (
          <p className="muted" role="status">
            其中 {fixed} 封在部门办理或已有答复，不能并入，保持原样
          </p>
        )}
        <RowField name="reason" schema={reason} />
        <CountField typed={typed} />
      </Form>
    </Modal>
  )
}
