import { Button, Modal } from 'antd'
import { buttons, notices } from '../../../core/text.ts'
import { type Change, Compare } from '../Compare.tsx'
import { useFocusBack } from '../focus.ts'

interface Props {
  /** Who changed it, and when. */
  readonly says: string
  /** What else has become of it since. */
  readonly also?: string | undefined
  /** The fields that I changed: what stands there now, and mine. */
  readonly changes: readonly Change[]
  readonly takeTheirs: () => void
  readonly keepMine: () => void
  readonly close: () => void
}

/** Somebody else saved meanwhile: both versions, and the choice. */
export function StaleDialog({ says, also, changes, takeTheirs, keepMine, close }: Props) {
  useFocusBack()
  return (
    <Modal
      open
      width={760}
      title={notices.title}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{buttons.cancel}</Button>
          <Button onClick={takeTheirs}>采用对方的版本</Button>
          <Button type="primary" onClick={keepMine}>
            保留我的修改
          </Button>
        </>
      }
    >
      <p>{says}</p>
      {also && <p>{also}</p>}
      <p className="muted">以下是您改过的内容：删除线为现在已保存的，下划线为您的。</p>
      <Compare changes={changes} />
    </Modal>
  )
}
