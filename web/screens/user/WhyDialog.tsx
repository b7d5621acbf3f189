import { AutoComplete, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { auth } from '../../../core/contract/auth.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { resource } from '../../../core/contract/resource.ts'
import { dataScopes } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useAction, useCall } from '../../data/calls.ts'
import { callsOf, shownInPlace } from '../../data/client.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { nameOf, type Row } from './calls.ts'
import '../../parts/field-error.css'
import '../../parts/reason-dialog.css'

const { why } = callsOf(auth)
const { tree } = callsOf(resource)

type Answer = Output<typeof auth.why>
type Node = Output<typeof resource.tree>[number]
interface Values {
  readonly key: string
  readonly id?: string
}

/** The rights below menu entries, by what they let people do. */
const rightsIn = (nodes: readonly Node[]): { value: string; label: string }[] =>
  nodes.flatMap(({ alias, name, type, children }) =>
    type === 'Button' && alias ? [{ value: alias, label: `${name}（${alias}）` }] : rightsIn(children),
  )

/** Suggestions for who may see the rights; others type their words. */
function useRightNames() {
  const { can } = useRights()
  const { data } = useCall('resource.tree', tree, {}, { enabled: can('resource_tree') })
  return rightsIn(data ?? [])
}

function Through({ name, dataScope, depts, columns, reaches, says }: Answer['through'][number]) {
  const scope = dataScopes[dataScope as keyof typeof dataScopes]
  return (
    <li>
      角色「{name}」，数据范围「{scope}」（{depts}）{columns !== null && `，栏目：${columns}`}
      {reaches !== null && <b>{Number(reaches) === 1 ? '；在范围内' : '；不在范围内'}</b>}
      {says && `（${says}）`}
    </li>
  )
}

/** Why somebody may see or do something, or may not. */
export default function WhyDialog({ row, close }: { row: Row; close: () => void }) {
  const names = useRightNames()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refused, setRefused] = useState('')
  const asking = useAction(why)
  const [form] = Form.useForm<Values>()
  useFocusBack()
  async function ask({ key, id }: Values) {
    setRefused('')
    setAnswer(null)
    const asked = { key, user: row.account, ...(id?.trim() && { id: id.trim() }) }
    const found = await asking.run(asked, (error) => {
      shownInPlace(error)
      setRefused(error.message)
    })
    if (found) setAnswer(found)
  }
  return (
    <Modal
      open
      title={`${nameOf(row)}为什么能看到`}
      onCancel={close}
      footer={null}
      afterOpenChange={() => form.focusField('key')}
    >
      <p className="reason-says">查一项权限从哪个角色来、管到哪些部门和栏目；写上编号，再看那一条在不在范围内。</p>
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={(values) => void ask(values)}
        // what was answered was another question's
        onValuesChange={() => {
          setAnswer(null)
          setRefused('')
        }}
      >
        <Form.Item
          name="key"
          label="权限"
          rules={[{ required: true, whitespace: true, message: '请选择或填写权限，如 查看文章' }]}
        >
          <AutoComplete
            options={names}
            showSearch={{ filterOption: (text, option) => String(option?.label ?? '').includes(text.trim()) }}
            placeholder="名称或键，如 查看文章、article_list"
          />
        </Form.Item>
        <Form.Item name="id" label="记录编号" rules={[{ pattern: /^[\s\d]*$/, message: '编号是数字' }]}>
          <Input placeholder="可以不填" inputMode="numeric" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={asking.busy}>
          查询
        </Button>
      </Form>
      {refused && (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
      {answer && (
        <section aria-label="结论" aria-live="polite" style={{ marginTop: 16 }}>
          <p>
            <b>{answer.says}</b>
          </p>
          <ul style={{ margin: 0, paddingInlineStart: 18 }}>
            {answer.through.map((one) => (
              <Through key={one.roleId} {...one} />
            ))}
          </ul>
        </section>
      )}
    </Modal>
  )
}
