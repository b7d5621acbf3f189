import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { relevantMost } from '../../../core/contract/article/relevant.ts'
import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { type Article, api } from './calls.ts'

type Relevant = Pick<
  Output<typeof article.getArticleRelevantList>[number],
  'articleId' | 'title' | 'columnName' | 'publishTime' | 'status'
>

const published = 2

/** Chooses what stands below an article on its page. */
export function RelevantButton({ row }: { row: Article }) {
  const { can } = useRights()
  const [open, setOpen] = useState(false)
  if (!can(Number(row.status) === published ? 'article_approve' : 'article_update')) return null
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        相关文章
      </Button>
      {open && <RelevantDialog row={row} close={() => setOpen(false)} />}
    </>
  )
}

function RelevantDialog({ row, close }: { row: Article; close: () => void }) {
  const { articleId, title, status } = row
  const say = useSay()
  const stale = useStale()
  const save = useAction(api.relevantSave)
  const { data, error, refetch } = useCall('article.getArticleRelevantList', api.getArticleRelevantList, { articleId })
  const [changed, setChanged] = useState<readonly Relevant[] | null>(null)
  useFocusBack()
  const chosen = changed ?? data?.filter((one) => Number(one.chosen) === 1) ?? []
  const isThere = (one: Relevant) => chosen.some((other) => other.articleId === one.articleId)
  const suggested = data?.filter((one) => Number(one.chosen) === 0 && !isThere(one)) ?? []

  function add(one: Relevant): void {
    if (chosen.length >= relevantMost) return say.error(`最多选 ${relevantMost} 篇，请先移去一篇`)
    setChanged([...chosen, one])
  }
  async function keep() {
    const relevantIds = chosen.map((one) => one.articleId)
    if (!(await save.run({ articleId, relevantIds }))) return
    await stale('article')
    say.success(notices.done)
    close()
  }
  return (
    <Modal
      open
      width={720}
      title={`《${title}》的相关文章`}
      onCancel={close}
      confirmLoading={save.busy}
      okButtonProps={{ disabled: changed === null }}
      onOk={() => void keep()}
      okText={buttons.save}
      cancelText={buttons.cancel}
      destroyOnHidden
    >
      <p>
        在网页上显示在正文之后，最多 {relevantMost} 篇
        {Number(status) === published ? '；保存后网站随即更新' : '；文章发布后显示'}。未发布或已下架的不显示。
      </p>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <div className="relevant">
          <Chosen rows={chosen} change={setChanged} />
          <Found
            except={(one) => one.articleId === articleId || isThere(one)}
            suggested={suggested}
            action={(one) => (
              <Button size="small" aria-label={`添加《${one.title}》`} onClick={() => add(one)}>
                添加
              </Button>
            )}
          />
        </div>
      ) : (
        <Loading />
      )}
    </Modal>
  )
}

/** Those chosen, in their order. */
function Chosen({ rows, change }: { rows: readonly Relevant[]; change: (rows: readonly Relevant[]) => void }) {
  function move(at: number, by: -1 | 1): void {
    const next = [...rows]
    const [one] = next.splice(at, 1)
    if (one) next.splice(at + by, 0, one)
    change(next)
  }
  return (
    <section aria-label="已选">
      <h3>已选 {rows.length} 篇</h3>
      {rows.length === 0 && <p className="muted">还没有选择，从下面添加</p>}
      <ol>
        {rows.map((one, i) => {
          const title = one.title ?? `${one.articleId} 号`
          const button = (says: string, shown: ReactNode, disabled: boolean, act: () => void) => (
            <Button size="small" type="text" aria-label={`${says}《${title}》`} disabled={disabled} onClick={act}>
              {shown}
            </Button>
          )
          return (
            <Line key={one.articleId} row={one}>
              {button('上移', <ArrowUpOutlined aria-hidden />, i === 0, () => move(i, -1))}
              {button('下移', <ArrowDownOutlined aria-hidden />, i === rows.length - 1, () => move(i, 1))}
              {button('移去', '移去', false, () => change(rows.filter((other) => other !== one)))}
            </Line>
          )
        })}
      </ol>
    </section>
  )
}

interface FoundProps {
  readonly suggested: readonly Relevant[]
  readonly except: (one: Relevant) => boolean
  readonly action: (one: Relevant) => ReactNode
}

const notFound = { alike: '没有标题相近的文章，请检索', sought: '没有找到，换一个词试试' } as const

/** Those that may be added: by a word of the title, else whose titles are alike. */
function Found({ suggested, except, action }: FoundProps) {
  const [word, setWord] = useState('')
  const asked = { title: word, status: String(published), pageSize: 10, fields: ['title', 'columnName', 'publishTime'] }
  const { data, error, refetch } = useCall('article.list', api.list, asked, { enabled: word !== '' })
  const rows = word === '' ? suggested : (data?.list ?? []).map((one) => ({ ...one, status: published }) as Relevant)
  const shown = rows.filter((one) => !except(one))
  return (
    <section aria-label="可添加的文章">
      <h3>{word === '' ? '建议（标题相近）' : '检索结果'}</h3>
      <Input.Search
        allowClear
        maxLength={100}
        aria-label="按标题检索已发布的文章"
        placeholder="按标题检索已发布的文章"
        onSearch={(text) => setWord(text.trim())}
      />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : word !== '' && !data ? (
        <Loading />
      ) : (
        shown.length === 0 && (
          <p className="muted">{rows.length > 0 ? '找到的都已选入' : notFound[word === '' ? 'alike' : 'sought']}</p>
        )
      )}
      <ul>
        {shown.map((one) => (
          <Line key={one.articleId} row={one}>
            {action(one)}
          </Line>
        ))}
      </ul>
    </section>
  )
}

function Line({ row, children }: { row: Relevant; children: ReactNode }) {
  const { articleId, title, columnName, publishTime, status } = row
  return (
    <li>
      <span className="grow">
        {title ?? `${articleId} 号（您无权查看）`}
        <span className="muted">
          {[columnName, publishTime?.slice(0, 10)].filter(Boolean).join(' · ')}
          {title !== null && Number(status) !== published && '（未发布，网页上不显示）'}
        </span>
      </span>
      {children}
    </li>
  )
}
