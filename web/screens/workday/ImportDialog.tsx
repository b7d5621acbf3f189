import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { yearTextMax } from '../../../core/contract/workday.ts'
import { type ReadYear, UnreadableYear } from '../../../core/domain/workday-notice.ts'
import { readYear, yearFault } from '../../../core/domain/workday-read.ts'
import { buttons, pleaseEnter } from '../../../core/text.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { required } from '../../parts/form/rules.ts'
import '../../parts/dialog.css'

interface Props {
  readonly close: () => void
  readonly take: (read: ReadYear) => void
}

/** A year out of what was pasted: it is laid into the calendar, to be looked at and saved there. */
export default function ImportDialog({ close, take }: Props) {
  const [fault, setFault] = useState<string | null>(null)
  useFocusBack()
  function read({ text }: { text: string }) {
    try {
      const year = readYear(text)
      const wrong = yearFault(year.year, year.days)
      if (wrong) throw new UnreadableYear(wrong)
      close()
      take(year)
    } catch (error) {
      if (!(error instanceof UnreadableYear)) throw error
      setFault(error.message)
    }
  }
  return (
    <Modal open title="导入节假日安排" footer={null} onCancel={close} mask={{ closable: false }}>
      <Form<{ text: string }> layout="vertical" onFinish={read} onValuesChange={() => setFault(null)}>
        {fault && <Alert className="dialog-alert" type="error" title={fault} />}
        <Form.Item
          name="text"
          label="内容"
          rules={[required(pleaseEnter('内容'))]}
          extra="国务院办公厅通知的原文（连同标题），或 JSON，或每行一天的 CSV"
        >
          <Input.TextArea
            rows={10}
            maxLength={yearTextMax}
            placeholder={
              '国务院办公厅关于2027年部分节假日安排的通知\n一、元旦：1月1日（周五）至3日（周日）放假，共3天。'
            }
          />
        </Form.Item>
        <div className="dialog-ways">
          <Button onClick={close}>{buttons.cancel}</Button>
          <Button type="primary" htmlType="submit">
            填入日历
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
