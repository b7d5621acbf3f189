import { Button } from 'antd'
import { useState } from 'react'
import { sensitive, sensitiveRow } from '../../../core/contract/sensitive.ts'
import { useRights } from '../../app/rights.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { api, type Sensitive } from './calls.ts'

const ImportDialog = lazyPart(() => import('./ImportDialog.tsx'))
const ScanDrawer = lazyPart(() => import('./ScanDrawer.tsx'))

const filters = filtersOf(sensitive.list, ['word', 'list', 'type', 'level', 'enabled'])

const columns: readonly Column<Sensitive>[] = [
  { field: 'word', width: 180, sort: true },
  { field: 'list', width: 100 },
  { field: 'type', width: 100 },
  { field: 'level', width: 90 },
  { field: 'suggestion', width: 130 },
  { field: 'enabled', width: 80 },
  { field: 'hits', width: 120, sort: true },
  { field: 'remark', hidden: true },
  { field: 'updatedAt', sort: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** Words that articles are looked through for. */
export default function SensitiveScreen() {
  const [importing, setImporting] = useState(false)
  const [scanning, setScanning] = useState(false)
  const { can } = useRights()
  return (
    <>
      <RowScreen
        name="敏感词"
        area="sensitive"
        calls={api}
        row={sensitiveRow}
        titleOf={(row) => row.word}
        columns={columns}
        filters={filters}
        shape={sensitive.add.input.shape}
        fields={['word', 'list', 'type', 'level', 'suggestion', 'enabled', 'remark']}
        fresh={{ list: 0, type: 0, level: 1, enabled: 1 }}
        live={null}
        beside={
          <>
            {can('sensitive_add') && <Button onClick={() => setImporting(true)}>导入</Button>}
            <Button onClick={() => setScanning(true)}>检测文章</Button>
          </>
        }
      />
      {importing && <ImportDialog close={() => setImporting(false)} tried={() => setScanning(true)} />}
      {scanning && <ScanDrawer close={() => setScanning(false)} />}
    </>
  )
}
