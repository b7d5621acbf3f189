import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ProblemRow, SkinRow } from '../../../core/contract/template.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { FactList } from '../../parts/FactList.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, places, problemSays, right } from './calls.ts'
import '../../parts/states/status.css'
import '../../parts/toolbar.css'
import './template.css'

const CopyDialog = lazyPart(() => import('./CopyDialog.tsx'))
const TemplatePreview = lazyPart(() => import('./TemplatePreview.tsx'))

/** What comes anew with another skin. */
const anew = ['首页、全部栏目和文章的网页', '专题、期刊、公报、公告等网页', '样式和图片']

/** The skins of the public site: which one it has, and what can be done with each. */
export default function TemplateScreen() {
  const { data, error, refetch } = useCall('template.templateSkin', api.templateSkin, {})
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <ul className="skins">
      {data.map((skin) => (
        <Skin key={skin.name} skin={skin} all={data} />
      ))}
    </ul>
  )
}

function Skin({ skin, all }: { skin: SkinRow; all: readonly SkinRow[] }) {
  const { name, title, base, active, shipped } = skin
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const using = useAction(api.use)
  const checking = useAction(api.check)
  const removing = useAction(api.remove)
  const [open, setOpen] = useState<'copy' | 'preview' | null>(null)
  const [found, setFound] = useState<{ pages: number; problems: readonly ProblemRow[] } | null>(null)
  const titleOf = (one: string) => all.find((other) => other.name === one)?.title ?? one

  async function check() {
    const checked = await checking.run({ skin: name })
    if (checked) setFound({ pages: checked.pages ?? 0, problems: checked.problems })
    return checked
  }
  async function use() {
    const checked = await check()
    if (!checked) return
    if (checked.problems.length > 0) return void say.warning('这套皮肤有问题，修改后才能使用')
    const text = `网站将从「${titleOf(all.find((one) => one.active)?.name ?? '')}」换成「${title}」，随即重新生成全部网页，生成前访问者看到的仍是原来的样子。将重新生成：`
    if (!(await confirm({ text, lines: anew, ok: '更换', careful: true }))) return
    if (await using.run({ skin: name })) say.success(`网站已换成「${title}」，正在重新生成网页`)
    await stale('template')
  }
  async function remove() {
    const text = `确认删除皮肤「${title}」吗？其中的文件和修改记录一并删除，无法恢复。`
    if (!(await confirm({ text, ok: buttons.delete, danger: true }))) return
    if (await removing.run({ skin: name })) say.success(notices.done)
    await stale('template')
  }
  return (
    <li className="panel" aria-label={title}>
      <div className="toolbar">
        <h2>{title}</h2>
        <span className="muted">{name}</span>
        {active && (
          <span className="status good">
            <i aria-hidden="true">✓</i> 网站正在使用
          </span>
        )}
        <span className="grow" />
        <Link to={places.files(name)} aria-label={`查看文件 ${title}`}>
          查看文件
        </Link>
        <Button onClick={() => setOpen('preview')} aria-label={`预览 ${title}`}>
          预览
        </Button>
        <Button onClick={() => void check()} loading={checking.busy} aria-label={`检查 ${title}`}>
          检查
        </Button>
        {can(right) && (
          <>
            <Button onClick={() => setOpen('copy')} aria-label={`以它为基础新建 ${title}`}>
              以它为基础新建
            </Button>
            {!active && (
              <Button onClick={() => void use()} loading={using.busy || checking.busy} aria-label={`使用 ${title}`}>
                使用
              </Button>
            )}
            {!active && !shipped && (
              <Button danger onClick={() => void remove()} loading={removing.busy} aria-label={`删除 ${title}`}>
                {buttons.delete}
              </Button>
            )}
          </>
        )}
      </div>
      <FactList
        facts={[
          ['来源', shipped ? '随程序提供' : '自建'],
          ['基础皮肤', base && `${titleOf(base)}：没有改过的文件跟随它`],
          ['文件', `${skin.files} 个${skin.edited ? `，修改或新增 ${skin.edited} 个` : ''}`],
          ['修改时间', shortTime(skin.updatedAt)],
        ]}
      />
      {found && (
        <div role="status">
          {found.problems.length === 0 ? (
            <p className="status good">检查通过：试生成 {found.pages} 个网页，没有问题。</p>
          ) : (
            <>
              <p className="status bad">有 {found.problems.length} 处问题：</p>
              <ul className="problems">
                {found.problems.map((one) => (
                  <li key={problemSays(one)}>
                    {one.fileName && can(right) ? (
                      <Link to={places.edit(one.fileName)}>{problemSays(one)}</Link>
                    ) : (
                      problemSays(one)
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {open === 'copy' && <CopyDialog skin={skin} close={() => setOpen(null)} />}
      {open === 'preview' && (
        <TemplatePreview fileName={`${name}/index.liquid`} title={title} close={() => setOpen(null)} />
      )}
    </li>
  )
}
