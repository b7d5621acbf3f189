import { Form, Modal } from 'antd'
import type { Input } from '../../../core/contract/endpoint.ts'
import { type SkinRow, template } from '../../../core/contract/template.ts'
import { buttons } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { useAtFields } from '../../parts/form/useAtFields.ts'
import { RowField } from '../../parts/row/RowField.tsx'
import { api } from './calls.ts'

type Values = Omit<Input<typeof template.copy>, 'skin'>
const { shape } = template.copy.input

/** A skin that stands on another one. */
export default function CopyDialog({ skin, close }: { readonly skin: SkinRow; readonly close: () => void }) {
  const [form] = Form.useForm<Values>()
  const copy = useAction(api.copy)
  const stale = useStale()
  const say = useSay()
  const atFields = useAtFields(form)
  useFocusBack()

  async function make(values: Values) {
    if (!(await copy.run({ skin: skin.name, ...values }))) return
    say.success(`已新建皮肤「${values.title}」`)
    await stale('template')
    close()
  }
  return (
    <Modal
      open
      title={`以「${skin.title}」为基础新建皮肤`}
      okText="新建"
      cancelText={buttons.cancel}
      confirmLoading={copy.busy}
      onOk={() => form.submit()}
      onCancel={close}
      mask={{ closable: false }}
    >
      <p className="dialog-says muted">
        新皮肤起初与「{skin.title}」相同；没有改过的文件一直跟随它，改过的不再跟随。网站不会因此改变。
      </p>
      <Form<Values> form={form} layout="vertical" onFinish={(values) => void atFields(() => make(values))}>
        <RowField name="title" schema={shape.title} hint="如：全会期间" />
        <RowField name="name" schema={shape.name} hint="用作文件夹名，新建后不能改：小写字母、数字、- 和 _" />
      </Form>
    </Modal>
  )
}
