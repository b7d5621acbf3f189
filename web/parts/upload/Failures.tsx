import { buttons } from '../../../core/text.ts'
import './upload.css'
import type { Failure } from './useUploads.ts'

/** The files that were not taken and why, until they are read. */
export function UploadFailures({ failures, close }: { failures: readonly Failure[]; close: () => void }) {
  if (failures.length === 0) return null
  return (
    <div className="upload-failures" role="alert">
      <ul>
        {failures.map(({ name, says }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may fail twice
          <li key={i}>
            {name && <b>{name}：</b>}
            {says}
          </li>
        ))}
      </ul>
      <button type="button" onClick={close}>
        {buttons.close}
      </button>
    </div>
  )
}
