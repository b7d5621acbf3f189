import { Button } from 'antd'
import { type Receipt as Counts, receiptRow } from '../../../core/contract/generate.ts'
import { csv, download, fileName } from '../../parts/download.ts'
import { number } from '../../parts/list/cells.tsx'
import '../../parts/failures.css'

const counts = ['expected', 'written', 'unchanged', 'removed', 'failedCount'] as const

/** What a run did, page by page where it failed. */
export function Receipt({ receipt }: { receipt: Counts }) {
  const save = () =>
    download(
      fileName('生成失败清单', 'csv'),
      csv([['页面', '原因'], ...receipt.failed.map(({ page, reason }) => [page, reason])]),
    )
  return (
    <>
      <dl className="counts">
        {counts.map((field) => (
          <div key={field}>
            <dt>{receiptRow.shape[field].meta()?.title}</dt>
            <dd>{number(receipt[field])}</dd>
          </div>
        ))}
        <div>
          <dt>用时</dt>
          <dd>{(receipt.ms / 1000).toFixed(1)} 秒</dd>
        </div>
      </dl>
      {receipt.failed.length > 0 && (
        <>
          <ul className="failures">
            {receipt.failed.map(({ page, reason }) => (
              <li key={page}>
                <b>{page}</b>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          <Button onClick={save}>下载失败清单</Button>
        </>
      )}
    </>
  )
}
