import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SkinFileRow } from '../../../core/contract/template.ts'
import { isFixedFile, isTextFile } from '../../../core/domain/skin-files.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { FactList } from '../../parts/FactList.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { api, pathOf, places, right, stateSays } from './calls.ts'
import { FileContent } from './FileContent.tsx'
import { useRestore } from './useRestore.ts'

const RenameDialog = lazyPart(() => import('./RenameDialog.tsx'))

interface Props {
  readonly row: SkinFileRow
  /** Opens another file of the skin, by its path. */
  readonly choose: (path: string) => void
}

/** One file of a skin: what is known of it, what it holds, and what can be done with it. */
export function OneFile({ row, choose }: Props) {
  const { fileName, state, version } = row
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const removing = useAction(api.del)
  const { restore, busy } = useRestore()
  const [renaming, setRenaming] = useState(false)
  const path = pathOf(fileName)
  const fixed = isFixedFile(path)
  const mayWrite = can(right) && !fixed

  async function remove() {
    const text = `确认删除文件 ${fileName} 吗？删除后可以从修改记录恢复。`
    if (!(await confirm({ text, ok: buttons.delete, danger: true }))) return
    if (await removing.run({ fileName, ...(version !== null && { version }) })) say.success(notices.done)
    await stale('template')
  }
  return (
    <>
      <div className="toolbar">
        <b>{path}</b>
        <span className="grow" />
        {mayWrite && isTextFile(path) && state !== 'gone' && <Link to={places.edit(fileName)}>编辑</Link>}
        <Link to={places.read(fileName)}>修改记录</Link>
        {mayWrite && state === 'edited' && (
          <Button onClick={() => void restore(row, 0)} loading={busy}>
            恢复原样
          </Button>
        )}
        {mayWrite && state === 'own' && (
          <>
            <Button onClick={() => setRenaming(true)}>改名</Button>
            <Button danger onClick={() => void remove()} loading={removing.busy}>
              {buttons.delete}
            </Button>
          </>
        )}
      </div>
      <FactList
        facts={[
          ['种类', fixed ? `${row.kind}，不能修改` : row.kind],
          ['来源', stateSays(row)],
          ['大小', state === 'gone' ? null : `${Number(row.size).toLocaleString('zh-CN')} 字节`],
          ['修改', row.updatedAt && `${row.updatedByName ?? ''} ${shortTime(row.updatedAt) ?? ''}`.trim()],
        ]}
      />
      {state === 'gone' ? (
        <p className="muted">文件已删除，可以从修改记录恢复。</p>
      ) : (
        <FileContent fileName={fileName} />
      )}
      {renaming && <RenameDialog row={row} renamed={choose} close={() => setRenaming(false)} />}
    </>
  )
}
