import { Button, Modal, Progress } from 'antd'
import type { BulkResult } from '../../core/contract/shared.ts'
import { withoutCommands } from '../../core/refused-fields.ts'
import { bulkSays, buttons } from '../../core/text.ts'
import { useAsked } from '../data/asked.ts'
import { csv, download, fileName } from './download.ts'
import { useFocusBack } from './focus.ts'
import './failures.css'

/** How far a bulk run is, and what came of it. */
export interface BulkRun {
  readonly title: string
  readonly total: number
  readonly result: BulkResult
  readonly running: boolean
  /** Why the run as a whole has stopped; while it is said, somebody decides whether it goes on. */
  readonly stopped: string
}

interface Props {
  readonly run: BulkRun
  readonly nameOf: (id: string) => string
  readonly stop: () => void
  /** Sends what is left once more. */
  readonly goOn: () => void
  readonly close: () => void
}

/** Progress of a bulk run, then what failed and why; the list can be downloaded. */
export function BulkDialog({ run, nameOf, stop, goOn, close }: Props) {
  useFocusBack()
  const { done, failed } = run.result
  // two dialogs at once would hold the focus against each other
  const asked = useAsked()
  const finished = done.length + failed.length
  const left = run.stopped ? run.total - finished : 0
  const says =
    left === run.total
      ? `${run.total} 项都没有处理`
      : [bulkSays(done.length, failed.length), ...(left > 0 ? [`其余 ${left} 项没有处理`] : [])].join('，')
  const save = () =>
    download(
      fileName(`${run.title}失败清单`, 'csv'),
      csv([['编号', '标题', '原因'], ...failed.map((f) => [f.id, nameOf(f.id), f.errorMsg])]),
    )
  const footer = run.running ? (
    <Button onClick={stop}>停止</Button>
  ) : (
    <>
      {failed.length > 0 && <Button onClick={save}>下载失败清单</Button>}
      <Button type={run.stopped ? 'default' : 'primary'} onClick={close}>
        {buttons.close}
      </Button>
      {run.stopped && (
        <Button type="primary" onClick={goOn}>
          {buttons.retry}
        </Button>
      )}
    </>
  )
  return (
    <Modal
      open={!asked}
      title={run.title}
      closable={!run.running}
      onCancel={close}
      mask={{ closable: false }}
      footer={footer}
    >
      <Progress
        percent={Math.round((finished / Math.max(1, run.total)) * 100)}
        status={run.running ? 'active' : failed.length > 0 || run.stopped ? 'exception' : 'success'}
        aria-label={run.title}
      />
      <p role="status">{says}</p>
      {run.stopped && <p role="alert">{run.stopped}</p>}
      {failed.length > 0 && (
        <ul className="failures">
          {failed.map((item) => (
            <li key={item.id}>
              <b>{nameOf(item.id)}</b>
              <span>{withoutCommands(item.errorMsg)}</span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
