import { Modal } from 'antd'
import { useState } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { user } from '../../../core/contract/user.ts'
import { buttons } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction } from '../../data/calls.ts'
import { useFocusBack } from '../../parts/focus.ts'
import ReasonDialog from '../../parts/ReasonDialog.tsx'
import { api, nameOf, type Row } from './calls.ts'
import '../log/log.css'

type Whole = Output<typeof user.reveal>
const { mobile, idNumber } = user.reveal.output.shape

/** The whole numbers, for as long as the dialog is open. */
function Numbers({ row, whole, close }: { row: Row; whole: Whole; close: () => void }) {
  useFocusBack()
  const shown = [
    [mobile.meta()?.title, whole.mobile],
    [idNumber.meta()?.title, whole.idNumber],
  ]
  return (
    <Modal
      open
      title={nameOf(row)}
      width={420}
      okText={buttons.close}
      onOk={close}
      onCancel={close}
      cancelButtonProps={{ hidden: true }}
    >
      <dl className="facts">
        {shown.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value ?? '没有填写'}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

/** Reads somebody's whole numbers, which the log tells with the reason. */
export default function RevealDialog({ row, close }: { row: Row; close: () => void }) {
  const say = useSay()
  const [whole, setWhole] = useState<Whole | null>(null)
  const reveal = useAction(api.reveal)
  async function read(reason: string) {
    const found = await reveal.run({ id: row.id, reason }, say.refused)
    if (found) setWhole(found)
  }
  if (whole) return <Numbers row={row} whole={whole} close={close} />
  return (
    <ReasonDialog
      title={`查看 ${nameOf(row)} 的完整手机号和身份证号`}
      says="查看的人、时间和理由都记入操作日志。"
      presets={['联系本人', '核对身份', '办理手续']}
      ok="查看"
      busy={reveal.busy}
      close={close}
      give={(reason) => void read(reason)}
    />
  )
}
