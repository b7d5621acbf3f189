import { Form, Modal } from 'antd'
import { article } from '../../../core/contract/article.ts'
import { buttons } from '../../../core/text.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { RowField } from '../../parts/row/RowField.tsx'
import '../../parts/reason-dialog.css'

const { shape } = article.validity.input

/** What is marked: the call's input without its articles. */
export interface Marked {
  readonly state: number | string
  readonly day?: string | null
  readonly byId?: string | null
  readonly note?: string | null
  readonly reason?: string | null
}

interface Props {
  readonly title: string
  readonly says: string
  readonly start?: Partial<Marked>
  readonly busy?: boolean
  readonly close: () => void
  readonly give: (marked: Marked) => void
}

/** Asks whether documents still hold: since when, by what, and what visitors are told. */
export default function ValidityDialog({ title, says, start = {}, busy = false, close, give }: Props) {
  const [form] = Form.useForm<Marked>()
  const state = Form.useWatch('state', form)
  const unmarks = state !== undefined && Number(state) === 0
  useFocusBack()
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      onOk={() => form.submit()}
      confirmLoading={busy}
      okText={buttons.ok}
      cancelText={buttons.cancel}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <p className="reason-says">{says}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={start}
        onFinish={({ day, byId, note, ...rest }) => give(unmarks ? rest : { ...rest, day, byId: byId || null, note })}
      >
        <RowField name="state" schema={shape.state} needed />
        {!unmarks && (
          <>
            <RowField name="day" schema={shape.day} />
            <RowField name="byId" schema={shape.byId} hint="修改或废止它的文章的编号，须已在网站上" />
            <RowField name="note" schema={shape.note} />
          </>
        )}
        <RowField name="reason" schema={shape.reason} />
      </Form>
    </Modal>
  )
}
