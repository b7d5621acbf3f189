import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { SkinFileRow } from '../../../core/contract/template.ts'
import { splitFileName } from '../../../core/domain/skin-files.ts'
import type { ApiError } from '../../../core/errors.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { shownInPlace } from '../../data/client.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { api, pathOf, skinOf } from './calls.ts'

interface Props {
  readonly row: SkinFileRow
  readonly renamed: (path: string) => void
  readonly close: () => void
}

/** Another name for a file that was made here. */
export default function RenameDialog({ row, renamed, close }: Props) {
  const [path, setPath] = useState(pathOf(row.fileName))
  const rename = useAction(api.rename)
  const stale = useStale()
  const say = useSay()
  const [fault, setFault] = useState('')
  const newName = `${skinOf(row.fileName)}/${path.trim()}`
  const fits = splitFileName(newName) !== null && newName !== row.fileName
  useFocusBack()

  async function send() {
    const { fileName, version } = row
    const caught = (error: ApiError) => {
      if (error.code !== 'CONFLICT') return
      shownInPlace(error)
      setFault(error.message.replace(/^新文件名：/, ''))
    }
    if (!(await rename.run({ fileName, newName, ...(version !== null && { version }) }, caught))) return
    say.success(notices.done)
    await stale('template')
    close()
    renamed(path.trim())
  }
  return (
    <Modal
      open
      title={`给 ${pathOf(row.fileName)} 改名`}
      okText="改名"
      cancelText={buttons.cancel}
      okButtonProps={{ disabled: !fits }}
      confirmLoading={rename.busy}
      onOk={() => void send()}
      onCancel={close}
    >
      <Form layout="vertical">
        <Form.Item
          label="新文件名"
          htmlFor="new-file-name"
          {...(fault && { validateStatus: 'error' as const, help: fault })}
          extra="只用小写字母、数字、- 和 _，后缀不变；正在使用的模板不能改名"
        >
          <Input
            id="new-file-name"
            value={path}
            onChange={({ target }) => {
              setFault('')
              setPath(target.value)
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
