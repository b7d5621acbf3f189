import { DownloadOutlined, FilterOutlined, PrinterOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { buttons } from '../../../core/text.ts'
import { ColumnSettings } from './ColumnSettings.tsx'
import { inUse } from './Filters.tsx'
import type { Filter } from './types.ts'
import type { Columns } from './useColumns.ts'
import type { Exporting } from './useExport.ts'

interface Props<I, R> {
  readonly columns: Columns<R>
  readonly exporting: Exporting<R>
  readonly reload: () => void
  readonly loading: boolean
  /** On a phone: the filters, which a button here unfolds, and tools without their words. */
  readonly folded: {
    readonly open: boolean
    readonly set: (open: boolean) => void
    readonly filters: readonly Filter<I>[]
    readonly values: Readonly<Record<string, string>>
  } | null
}

/** What can be done with a list as a whole. */
export function Tools<I, R>({ columns, exporting, reload, loading, folded }: Props<I, R>) {
  const used = folded ? inUse(folded.filters, folded.values) : 0
  const word = (label: string) => (folded ? null : label)
  return (
    <>
      {folded && (
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={folded.open}
          onClick={() => folded.set(!folded.open)}
        >
          {used > 0 ? `筛选（${used}）` : '筛选'}
        </Button>
      )}
      <Button
        icon={<ReloadOutlined aria-hidden />}
        aria-label={buttons.refresh}
        title={buttons.refresh}
        onClick={reload}
        loading={loading}
      >
        {word(buttons.refresh)}
      </Button>
      <ColumnSettings columns={columns} label={word('列设置')} />
      <Button
        icon={<DownloadOutlined aria-hidden />}
        aria-label={buttons.export}
        title={buttons.export}
        onClick={() => exporting.start()}
        loading={exporting.busy}
      >
        {word(buttons.export)}
      </Button>
      {!folded && (
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()} aria-label="打印" title="打印" />
      )}
    </>
  )
}
