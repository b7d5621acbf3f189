import { Button, Input, Progress } from 'antd'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { imagesOf, joinImages } from '../../../core/domain/images.ts'
import { buttons, uploadSays } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { stayInGroup } from '../focus.ts'
import { UploadFailures } from './Failures.tsx'
import { FileButton } from './FileButton.tsx'
import { filesIn } from './files.ts'
import { Shown } from './Shown.tsx'
import './upload.css'
import { useUploads } from './useUploads.ts'

interface Props {
  readonly label: string
  readonly id?: string
  /** One address, or several as `joinImages` puts them. */
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  /** How many images there may be. */
  readonly max?: number
  readonly readOnly?: boolean
}

/** Images as a form's field: chosen, dropped, pasted, or given by their address. */
export function ImageUpload({ label, id, value, onChange, max = 1, readOnly = false }: Props) {
  const { can } = useRights()
  const mayUpload = !readOnly && can('file_uploadName')
  const [typed, setTyped] = useState<readonly string[]>([])
  const [over, setOver] = useState(false)
  const { queue, items, failures, fail, forgive } = useUploads()

  // an address that is half typed may not be read back from the value
  const given = joinImages(typed) === (value ?? '') ? typed : imagesOf(value)
  const images = useRef(given)
  images.current = given
  const slots = given.length < max ? [...given, ''] : given

  function set(next: readonly string[]) {
    images.current = next
    setTyped(next)
    onChange?.(joinImages(next) || null)
  }
  const put = (at: number, address: string) =>
    set(at < images.current.length ? images.current.with(at, address) : [...images.current, address])

  function take(files: readonly File[], at: number) {
    forgive()
    const room = Math.max(1, max - at)
    if (files.length > room) fail('', `最多 ${max} 张图片，多选的未上传`)
    files.slice(0, room).forEach((file, i) => {
      queue.add(file, 'image', (stored) => stored?.url && put(at + i, stored.url))
    })
  }
  const free = Math.min(given.length, max - 1)
  const takes = (data: DataTransfer | null, event: DragEvent | ClipboardEvent) => {
    const files = filesIn(data)
    if (files.length === 0) return
    event.preventDefault()
    if (!mayUpload) return
    take(files, free)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the form's own look
    <div
      className={over ? 'image-upload over' : 'image-upload'}
      role="group"
      aria-label={label}
      onPaste={(event) => takes(event.clipboardData, event)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(mayUpload)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        takes(event.dataTransfer, event)
      }}
    >
      {slots.map((address, at) => {
        const name = max > 1 ? `${label} ${at + 1}` : label
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
          <div className="image-slot" key={at}>
            {address && <Shown src={address} alt={`${name}预览`} />}
            <Input
              {...(at === 0 && id && { id })}
              aria-label={`${name}地址`}
              placeholder={mayUpload ? '上传图片，或填写图片地址' : '图片地址'}
              maxLength={500}
              value={address}
              onChange={(event) => put(at, event.target.value)}
            />
            <span className="image-buttons">
              {mayUpload && (
                <FileButton
                  small
                  says={address ? '更换' : '选择图片'}
                  label={name}
                  takes="image"
                  several={max > 1 && !address}
                  give={(files) => take(files, at)}
                />
              )}
              {address && !readOnly && (
                <Button
                  size="small"
                  onClick={({ currentTarget }) => {
                    set(given.filter((_, i) => i !== at))
                    stayInGroup(currentTarget)
                  }}
                  aria-label={`移除（${name}）`}
                >
                  移除
                </Button>
              )}
            </span>
          </div>
        )
      })}
      {items.map(({ id: item, name, share }) => (
        <div className="image-sending" key={item}>
          <span role="status">正在上传 {name}</span>
          <Progress percent={Math.floor(share * 100)} size="small" aria-label={`${name}上传进度`} />
          <Button
            size="small"
            onClick={({ currentTarget }) => {
              queue.cancel(item)
              stayInGroup(currentTarget)
            }}
            aria-label={`取消上传 ${name}`}
          >
            {buttons.cancel}
          </Button>
        </div>
      ))}
      <UploadFailures failures={failures} close={forgive} />
      {mayUpload && <small className="muted">{uploadSays.hint}，也可拖到此处或粘贴</small>}
    </div>
  )
}
