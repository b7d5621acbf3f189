import type { ReactNode } from 'react'
import { attachment } from '../../../core/contract/attachment.ts'
import { sizeWords } from '../../../core/domain/files.ts'
import { useAction } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { download } from '../download.ts'
import './files.css'

const api = callsOf(attachment)

/** A file as replies show it. */
export interface Attached {
  readonly id: string
  readonly name: string
  readonly size: number | null
}

interface Props {
  readonly label: string
  readonly files: readonly Attached[]
  /** What stands behind a file; made of the file alone. */
  readonly acts?: (file: Attached) => ReactNode
}

/** The files of a row, by names with sizes; each is fetched with the reader's own rights. */
export function FileList({ label, files, acts }: Props) {
  const fetching = useAction(api.get)
  if (files.length === 0) return null
  async function fetchOne({ id, name }: Attached) {
    const bytes = (await fetching.run({ id })) as unknown as Uint8Array<ArrayBuffer> | undefined
    if (bytes) download(name, new Blob([bytes], { type: 'application/octet-stream' }))
  }
  return (
    <ul className="files" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" onClick={() => void fetchOne(file)} aria-label={`下载 ${file.name}`}>
            {file.name}
          </button>{' '}
          <span className="muted">{sizeWords(Number(file.size ?? 0))}</span>
          {acts?.(file)}
        </li>
      ))}
    </ul>
  )
}
