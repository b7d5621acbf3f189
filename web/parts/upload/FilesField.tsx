import { Button, Progress } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { attachment } from '../../../core/contract/attachment.ts'
import { type Attachable, attachables, endingsOf, refusedFile } from '../../../core/contract/files.ts'
import { ApiError } from '../../../core/errors.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { callsOf } from '../../data/client.ts'
import { stayInGroup } from '../focus.ts'
import { UploadFailures } from './Failures.tsx'
import { type Attached, FileList } from './FileList.tsx'
import { filesIn } from './files.ts'
import { tellingFetch } from './send.ts'
import { type Sending, timeout } from './upload.ts'
import './upload.css'
import { useUploads } from './useUploads.ts'

interface Props {
  readonly label: string
  /** The table whose rows have the files. */
  readonly to: string
  readonly id?: string
  readonly value?: readonly Attached[] | null
  readonly onChange?: (value: readonly Attached[]) => void
  readonly readOnly?: boolean
}

async function send(file: File, of: Attachable, { signal, tell }: Sending): Promise<Attached> {
  const refused = refusedFile(file, of)
  if (refused) throw new ApiError('local', 'BAD_INPUT', refused)
  return callsOf(attachment, tellingFetch(tell)).upload({ file, to: of.to }, { signal, timeout })
}

/** The files of a row as a form's field: chosen or dropped, each with its progress, and taken away. */
export function FilesField({ label, to, id, value, onChange, readOnly = false }: Props) {
  const { can } = useRights()
  const of = attachables.get(to)
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { queue, items, failures, fail, forgive } = useUploads(send)
  const files = useRef<readonly Attached[]>([])
  files.current = value ?? []
  const mayUpload = !readOnly && of !== undefined && of.written.some((key) => can(key as never))

  function set(next: readonly Attached[]) {
    files.current = next
    onChange?.(next)
  }
  function take(given: readonly File[]) {
    if (!of || !mayUpload) return
    forgive()
    const room = Math.max(0, of.most - files.current.length - items.length)
    if (given.length > room) fail('', `最多 ${of.most} 个附件，多选的未上传`)
    for (const file of given.slice(0, room))
      queue.add(file, of, (stored) => {
        if (stored) set([...files.current, { id: stored.id, name: stored.name, size: stored.size }])
      })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the form's own look
    <div
      className={over ? 'image-upload over' : 'image-upload'}
      role="group"
      aria-label={label}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setOver(mayUpload)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(filesIn(event.dataTransfer))
      }}
    >
      <FileList
        label={`${label}列表`}
        files={files.current}
        acts={(file) =>
          !readOnly && (
            <Button
              size="small"
              onClick={({ currentTarget }) => {
                set(files.current.filter((one) => one.id !== file.id))
                stayInGroup(currentTarget)
              }}
              aria-label={`移除 ${file.name}`}
            >
              移除
            </Button>
          )
        }
      />
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
      {mayUpload && of && (
        <>
          <span>
            <Button
              {...(id && { id })}
              size="small"
              onClick={() => picker.current?.click()}
              aria-label={`选择文件（${label}）`}
            >
              选择文件
            </Button>
          </span>
          <input
            ref={picker}
            className="file-picker"
            type="file"
            aria-label={`选择文件（${label}）`}
            tabIndex={-1}
            accept={endingsOf(of)
              .map((ending) => `.${ending}`)
              .join(',')}
            multiple
            onChange={({ target }) => {
              take([...(target.files ?? [])])
              // the same file may be chosen again
              target.value = ''
            }}
          />
          <small className="muted">{`PDF、Word、Excel、压缩包等，每个不超过 ${of.maxMb} MB，最多 ${of.most} 个；也可拖到此处`}</small>
        </>
      )}
    </div>
  )
}
