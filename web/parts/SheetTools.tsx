import { Button } from 'antd'
import { useState } from 'react'
import { cellOf, type SheetColumn } from '../../core/sheet/columns.ts'
import { notices } from '../../core/text.ts'
import { useSay } from '../app/say.ts'
import { download, fileName } from './download.ts'

interface Table {
  readonly columns: readonly SheetColumn[]
  readonly lines: readonly object[]
}

/** What a screen shows as one table, to be taken along: as a spreadsheet, or on paper. */
export function SheetTools({ name, table }: { readonly name: string; readonly table: () => Table }) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  async function start() {
    setBusy(true)
    try {
      const { sheetWith } = await import('./list/sheet.ts')
      const { columns, lines } = table()
      const rows = lines.map((line) => columns.map((column) => cellOf(column, Reflect.get(line, column.field))))
      download(fileName(name, 'xlsx'), sheetWith(name, columns, rows))
    } catch (error) {
      say.error(notices.notExported)
      throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="no-print">
      <Button onClick={() => void start()} loading={busy}>
        导出
      </Button>{' '}
      <Button onClick={() => window.print()}>打印</Button>
    </span>
  )
}
