import { Form, Input, Modal } from 'antd'
import { user } from '../../../core/contract/user.ts'
import { buttons, pleaseSelect } from '../../../core/text.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { required } from '../../parts/form/rules.ts'
import type { BulkAsking } from '../../parts/list/types.ts'
import { ReferencePicker } from '../../parts/ReferencePicker.tsx'
import { RowField } from '../../parts/row/RowField.tsx'
import '../../parts/reason-dialog.css'

const { reason } = user.move.input.shape
const into = '转入的部门'

interface Given {
  readonly deptId: string
  readonly reason?: string
  readonly count?: string
}

/** Asks to which department some users are moved, and says what follows. */
export default function MoveDialog({ title, says, typed, close, give }: BulkAsking) {
  const [form] = Form.useForm<Given>()
  const count = Form.useWatch('count', form)
  const chosen = Form.useWatch('deptId', form)
  useFocusBack()
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      onOk={() => form.submit()}
      afterOpenChange={() => form.focusField('deptId')}
      okText="转部门"
      okButtonProps={{ disabled: typed !== '' && count?.trim() !== typed }}
      cancelText={buttons.cancel}
      mask={{ closable: !chosen }}
    >
      <p className="reason-says">{says}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={(given) => give({ to: given.deptId, ...(given.reason && { reason: given.reason }) })}
      >
        <Form.Item name="deptId" label={into} required rules={[required(pleaseSelect(into))]}>
          <ReferencePicker of="dept" label={into} placeholder="请选择" />
        </Form.Item>
        <RowField name="reason" schema={reason} />
        {typed !== '' && (
          <Form.Item name="count" label={`请输入项数 ${typed} 确认`}>
            <Input autoComplete="off" />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
