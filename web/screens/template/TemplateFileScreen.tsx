import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { endingOf } from '../../../core/domain/skin-files.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { TwoPane } from '../../parts/TwoPane.tsx'
import { NodeTree } from '../../parts/tree/NodeTree.tsx'
import { findNode } from '../../parts/tree/nodes.ts'
import { FileButton } from '../../parts/upload/FileButton.tsx'
import { api, files, places, right } from './calls.ts'
import { OneFile } from './OneFile.tsx'
import { type FileNode, kind, notes, treeOf } from './tree.ts'
import '../../parts/toolbar.css'
import '../../parts/tree/tree.css'
import './template.css'

const NewFileDialog = lazyPart(() => import('./NewFileDialog.tsx'))

const endings = '.liquid,.css,.svg,.png,.jpg,.gif' as const

/** Where a file that is uploaded goes: templates lie at the top, style sheets in the folder that is open, all else in `assets`. */
function placeFor(name: string, current: FileNode | undefined): string {
  const ending = endingOf(name)
  if (ending === 'liquid') return name
  const folder = current?.type === 'DIR' ? current.path : (current?.path.replace(/\/[^/]*$/, '') ?? '')
  return ending === 'css' && folder.startsWith('assets/') ? `${folder}/${name}` : `assets/${name}`
}

/** The files of a skin as a tree, and what can be done with each. */
export default function TemplateFileScreen() {
  const [params, setParams] = useSearchParams()
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const narrow = useNarrow()
  const skins = useCall('template.templateSkin', api.templateSkin, {})
  const skin = params.get('skin') || skins.data?.find(({ active }) => active)?.name || ''
  const { data, error, refetch } = useCall('template.files', api.files, { skin }, { enabled: skin !== '' })
  const sending = useAction(files.uploadArticleTem)
  const [adding, setAdding] = useState(false)
  const failed = skins.error && !skins.data ? skins : error && !data ? { error, refetch } : null
  const back = { to: places.skins, label: '返回模板', why: '它可能已被删除，或者地址不对。' }
  if (failed?.error) return <ErrorState error={failed.error} retry={() => void failed.refetch()} back={back} />
  if (!data || !skins.data) return <Loading />
  const nodes = treeOf(data)
  const current = findNode(kind, nodes, params.get('file') ?? '')
  const choose = (file: string) => setParams({ skin, file })

  async function upload([file]: readonly File[]) {
    if (!file) return
    const path = placeFor(file.name.toLowerCase(), current)
    const there = data?.some(({ fileName, state }) => fileName === `${skin}/${path}` && state !== 'gone')
    const text = `${there ? `皮肤中已有 ${path}，将被替换，原来的留在修改记录中` : `将新增 ${path}`}。网站上用到它的网页随即重新生成。是否上传？`
    if (!(await confirm({ text, ok: '上传' }))) return
    const stored = await sending.run({ fileUrl: `${skin}/${path}`, file })
    if (!stored) return
    say.success(`已上传 ${stored.fileName}`)
    await stale('template')
    choose(path)
  }
  const side = (
    <div className="tree-side">
      <div className="toolbar">
        <Select
          aria-label="皮肤"
          value={skin}
          onChange={(next) => setParams({ skin: next })}
          options={skins.data.map(({ name, title, active }) => ({
            value: name,
            label: active ? `${title}（网站正在使用）` : title,
          }))}
          style={{ minWidth: 180 }}
        />
        {can(right) && (
          <>
            <Button onClick={() => setAdding(true)}>新建文件</Button>
            <FileButton says="上传文件" takes={endings} busy={sending.busy} give={(chosen) => void upload(chosen)} />
          </>
        )}
        <Link to={places.skins}>返回模板</Link>
      </div>
      <NodeTree<FileNode>
        kind={kind}
        nodes={nodes}
        notes={notes}
        current={current?.path}
        choose={choose}
        move={undefined}
      />
    </div>
  )
  const main = (
    <div className="tree-main template-file">
      {narrow && current && (
        <Button className="no-print" onClick={() => setParams({ skin })}>
          返回文件列表
        </Button>
      )}
      {current?.row ? (
        <OneFile key={current.row.fileName} row={current.row} choose={choose} />
      ) : (
        <div className="state">
          <p className="state-title">请从左侧选择文件</p>
          <p className="muted">模板（.liquid）决定网页的结构，assets 中是样式和图片。</p>
        </div>
      )}
    </div>
  )
  return (
    <div className="tree-screen">
      {narrow ? current?.row ? main : side : <TwoPane name="templateFile" left={side} right={main} />}
      {adding && <NewFileDialog skin={skin} files={data} close={() => setAdding(false)} />}
    </div>
  )
}
