import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, pathOf, places, right, skinOf, stateSays } from './calls.ts'
import { FileContent } from './FileContent.tsx'
import { FileHistory } from './FileHistory.tsx'
import { NoFile } from './NoFile.tsx'
import { useRestore } from './useRestore.ts'
import '../../parts/toolbar.css'
import './template.css'

/** A file of a skin as it is, and how it came to be: read, compared, and set back. */
export default function TempContentScreen() {
  const [params] = useSearchParams()
  const fileName = params.get('file') ?? ''
  const { can } = useRights()
  const {
    data: all,
    error,
    refetch,
  } = useCall('template.files', api.files, { skin: skinOf(fileName) }, { enabled: fileName !== '' })
  const { restore, busy } = useRestore()
  const back = { to: places.skins, label: '返回模板', why: '它可能已被删除，或者地址不对。' }
  if (fileName === '') return <NoFile />
  if (error && !all) return <ErrorState error={error} retry={() => void refetch()} back={back} />
  if (!all) return <Loading />
  const row = all.find((one) => one.fileName === fileName)
  if (!row) return <p className="muted">没有文件 {fileName}。</p>
  const gone = row.state === 'gone'
  const fixed = row.kind === '脚本'
  return (
    <div className="template">
      <div className="toolbar">
        <h2>{fileName}</h2>
        <span className="muted">{[row.kind, stateSays(row)].filter(Boolean).join(' · ')}</span>
        <span className="grow" />
        {can(right) && !gone && !fixed && row.kind !== '图片' && <Link to={places.edit(fileName)}>编辑</Link>}
        <Link to={places.files(skinOf(fileName), pathOf(fileName))}>返回文件</Link>
      </div>
      {!gone && <FileContent fileName={fileName} />}
      <section className="panel" aria-label="修改记录" style={{ marginTop: 12 }}>
        <h2>修改记录</h2>
        <FileHistory
          fileName={fileName}
          version={row.version ?? 0}
          hasOriginal={row.state !== 'own' && !gone}
          acts={({ revision, name, content }) =>
            can(right) &&
            content !== null && (
              <Button onClick={() => void restore(row, revision)} loading={busy} aria-label={`恢复${name}`}>
                恢复
              </Button>
            )
          }
        />
      </section>
    </div>
  )
}
