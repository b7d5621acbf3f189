import { Button } from 'antd'
import { useState } from 'react'
import { cellOf } from '../../../core/sheet/columns.ts'
import { statisticSheet } from '../../../core/sheet/statistic.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { download, fileName } from '../../parts/download.ts'
import type { Found } from './calls.ts'

/** The table as a spreadsheet, with its sum. */
export function ExportButton({ found }: { readonly found: Found }) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  async function start() {
    setBusy(true)
    try {
      const { sheetWith } = await import('../../parts/list/sheet.ts')
      const { columns, lines, sum } = statisticSheet(found)
      const rows = [...lines, sum].map((line) =>
        columns.map((column) => cellOf(column, (line as Record<string, unknown>)[column.field])),
      )
      download(fileName(found.title, 'xlsx'), sheetWith(found.title, columns, rows))
    } catch (error) {
      say.error(notices.notExported)
      throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button onClick={() => void start()} loading={busy}>
      导出
    </Button>
  )
}
