import { Button } from 'antd'
import { useRights } from '../../app/rights.ts'
import { useAction } from '../../data/calls.ts'
import { download, fileName } from '../../parts/download.ts'
import { api, type Survey } from './calls.ts'

/** The button that saves what was answered to one survey as a sheet, with a column for each question. */
export function AnswersSheet({ row }: { readonly row: Pick<Survey, 'id' | 'title' | 'recordCount'> }) {
  const { can } = useRights()
  const sheet = useAction(api.answersExcel)
  if (!can('survey_answersExcel') || !row.recordCount) return null
  async function save() {
    const content = await sheet.run({ id: row.id })
    if (content) download(fileName(`${row.title}的答卷`, 'xlsx'), new Blob([content as Uint8Array<ArrayBuffer>]))
  }
  return (
    <Button loading={sheet.busy} onClick={() => void save()}>
      导出答卷（每题一列）
    </Button>
  )
}
