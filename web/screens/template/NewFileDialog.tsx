import { Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SkinFileRow } from '../../../core/contract/template.ts'
import { endingOf, isFixedFile, isTextFile, splitFileName } from '../../../core/domain/skin-files.ts'
import { buttons } from '../../../core/text.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { pathOf, places } from './calls.ts'

interface Props {
  readonly skin: string
  readonly files: readonly SkinFileRow[]
  readonly close: () => void
}

/** Names a new file and what it begins with; it is there once it is saved in the editor. */
export default function NewFileDialog({ skin, files, close }: Props) {
  const [path, setPath] = useState('')
  const [from, setFrom] = useState('')
  const navigate = useNavigate()
  useFocusBack()
  const fileName = `${skin}/${path.trim()}`
  const split = splitFileName(fileName)
  const there = files.some((one) => one.fileName === fileName && one.state !== 'gone')
  const says =
    path.trim() === ''
      ? ''
      : !split || !isTextFile(split.path) || isFixedFile(split.path)
        ? '应为 名称.liquid 或 assets/名称.css（.svg），只用小写字母、数字、- 和 _'
        : there
          ? '已有这个文件'
          : ''
  const samples = files.filter(
    (one) => one.state !== 'gone' && isTextFile(one.fileName) && endingOf(one.fileName) === endingOf(path.trim()),
  )
  return (
    <Modal
      open
      title="新建文件"
      okText="去编辑"
      cancelText={buttons.cancel}
      okButtonProps={{ disabled: path.trim() === '' || says !== '' }}
      onOk={() => void navigate(places.edit(fileName, from))}
      onCancel={close}
    >
      <Form layout="vertical">
        <Form.Item
          label="文件名"
          htmlFor="file-name"
          {...(says && { validateStatus: 'error' as const, help: says })}
          extra="以 article-、list-、single- 开头的模板可以在栏目中选用"
        >
          <Input
            id="file-name"
            value={path}
            placeholder="article-wide.liquid"
            onChange={({ target }) => setPath(target.value)}
          />
        </Form.Item>
        <Form.Item label="以哪个文件的内容开始" htmlFor="file-sample">
          <Select
            id="file-sample"
            allowClear
            showSearch
            placeholder="空白"
            value={from || undefined}
            onChange={(next: string | undefined) => setFrom(next ?? '')}
            options={samples.map((one) => ({ value: one.fileName, label: pathOf(one.fileName) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
