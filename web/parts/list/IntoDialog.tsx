import { Form, Modal } from 'antd'
import type { z } from 'zod'
import type { ReferenceName } from '../../../core/contract/references.ts'
import { buttons, pleaseSelect } from '../../../core/text.ts'
import { useFocusBack } from '../focus.ts'
import { required } from '../form/rules.ts'
import { ReferencePicker } from '../ReferencePicker.tsx'
import { RowField } from '../row/RowField.tsx'
import { CountField, isUncounted } from './CountField.tsx'
import type { BulkAsking } from './types.ts'
import '../reason-dialog.css'

interface Given {
  readonly into: string
  readonly reason?: string
  readonly count?: string
}

interface Props extends BulkAsking {
  /** Where they go: a row of this kind. */
  readonly of: ReferenceName
  readonly label: string
  readonly ok: string
  /** Where it may be said why. */
  readonly reason?: z.ZodType
}

/** Asks where some rows are moved, and says what follows. */
export default function IntoDialog({ of, label, ok, reason, title, says, typed, close, give }: Props) {
  const [form] = Form.useForm<Given>()
  const count = Form.useWatch('count', form)
  const chosen = Form.useWatch('into', form)
  useFocusBack()
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      onOk={() => form.submit()}
      afterOpenChange={() => form.focusField('into')}
      okText={ok}
      okButtonProps={{ disabled: isUncounted(typed, count) }}
      cancelText={buttons.cancel}
      mask={{ closable: !chosen }}
    >
      <p className="reason-says">{says}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={(given) => give({ to: given.into, ...(given.reason && { reason: given.reason }) })}
      >
        <Form.Item name="into" label={label} required rules={[required(pleaseSelect(label))]}>
          <ReferencePicker of={of} label={label} placeholder="请选择" />
        </Form.Item>
        {reason && <RowField name="reason" schema={reason} />}
        <CountField typed={typed} />
      </Form>
    </Modal>
  )
}
