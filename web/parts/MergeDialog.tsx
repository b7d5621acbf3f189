import { Form, Modal } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { CallOptions } from '../../core/client/client.ts'
import type { AreaName } from '../../core/contract/areas.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { ApiError } from '../../core/errors.ts'
import { buttons, notices, pleaseSelect } from '../../core/text.ts'
import { useSay } from '../app/say.ts'
import { useAction, useStale } from '../data/calls.ts'
import { rehearsed } from '../data/client.ts'
import { useFocusBack } from './focus.ts'
import { required } from './form/rules.ts'
import { RowField } from './row/RowField.tsx'
import './dialog.css'
import './field-error.css'
import './reason-dialog.css'

interface Given {
  readonly id: string
  readonly intoId: string
  readonly reason: string
}

interface Props {
  readonly area: AreaName
  readonly e: Endpoint
  readonly call: (input: Given, options?: CallOptions) => Promise<{ readonly says: string | null }>
  /** What a row is called: 部门. */
  readonly says: string
  /** The row that is taken up by another. */
  readonly id: string
  readonly name: string
  /** Chooses the other one; gets `value` and `onChange`. */
  readonly picker: ReactNode
  readonly close: () => void
  readonly done: (intoId: string) => void
}

interface Foretold {
  readonly of: string
  readonly says?: string
  readonly refusal?: string
}

/** What would come of it, found out anew for each choice; null: not yet known. */
function useForetold(e: Endpoint, id: string, intoId: string | undefined): Foretold | null {
  const [found, setFound] = useState<Foretold | null>(null)
  useEffect(() => {
    if (!intoId) return
    // why it is done changes nothing of what comes of it
    rehearsed(e, { id, intoId, reason: '试算' } as never).then(
      (value) => setFound({ of: intoId, says: (value as { says?: string } | undefined)?.says ?? '' }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFound({ of: intoId, refusal: error.message })
      },
    )
  }, [e, id, intoId])
  return found && found.of === intoId ? found : null
}

/** Takes one row up into another: shows what would follow it before anybody confirms, for there is no way back. */
export default function MergeDialog({ area, e, call, says, id, name, picker, close, done }: Props) {
  const say = useSay()
  const stale = useStale()
  const [form] = Form.useForm<{ intoId: string; reason: string }>()
  const intoId = Form.useWatch('intoId', form)
  const foretold = useForetold(e, id, intoId)
  const merging = useAction(call)
  const [fault, setFault] = useState('')
  useFocusBack()
  const into = '并入到'

  async function run(given: Omit<Given, 'id'>) {
    if (foretold?.says === undefined) return
    setFault('')
    const merged = await merging.run({ id, ...given }, (error) => setFault(error.message))
    if (!merged) return
    await stale(area)
    say.success(merged.says ? `已${merged.says.replace(/；不能撤销$/, '')}` : notices.done)
    done(given.intoId)
  }
  return (
    <Modal
      open
      title={`把${says}「${name}」并入其他${says}`}
      onCancel={close}
      onOk={() => form.submit()}
      afterOpenChange={() => form.focusField('intoId')}
      okText="并入"
      okButtonProps={{ danger: true, disabled: foretold?.says === undefined }}
      cancelText={buttons.cancel}
      confirmLoading={merging.busy}
      mask={{ closable: !intoId }}
    >
      <Form form={form} layout="vertical" onFinish={(given) => void run(given)} onValuesChange={() => setFault('')}>
        <Form.Item name="intoId" label={into} required rules={[required(pleaseSelect(`并入到哪个${says}`))]}>
          {picker}
        </Form.Item>
        <RowField name="reason" schema={(e.input as unknown as z.ZodObject).shape.reason as z.ZodType} />
      </Form>
      <div role="status" className="dialog-says">
        {intoId && !foretold && <p className="muted">正在查看哪些内容会改属……</p>}
        {foretold?.says !== undefined && <p className="reason-says">将{foretold.says}。</p>}
      </div>
      {(foretold?.refusal || fault) && (
        <p className="field-error" role="alert">
          {foretold?.refusal || fault}
        </p>
      )}
    </Modal>
  )
}
