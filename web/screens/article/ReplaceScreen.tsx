import { Button, Checkbox, Input, Select } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type ReplacedField, replacedFields } from '../../../core/contract/article/replace.ts'
import type { article } from '../../../core/contract/article.ts'
import type { Input as Given } from '../../../core/contract/endpoint.ts'
import { newsStatus } from '../../../core/domain/enums.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useMe } from '../../data/me.ts'
import { JobProgress } from '../../parts/JobProgress.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { useListAddress } from '../../parts/list/address.ts'
import { number } from '../../parts/list/cells.tsx'
import { ReferencePicker } from '../../parts/ReferencePicker.tsx'
import { EmptyState } from '../../parts/States.tsx'
import { places as addresses, api } from './calls.ts'
import { ReplaceList } from './ReplaceList.tsx'
import { chosenOf, type FoundArticle, itemsOf, type Left } from './replace.ts'
import './replace.css'

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))

type Wanted = Pick<Given<typeof article.replaceFind>, 'find' | 'anyWidth' | 'anyCase'> & {
  readonly to: string
  readonly parts: readonly ReplacedField[]
}
type Asked = Given<typeof article.replaceFind>

const allParts = Object.keys(replacedFields) as ReplacedField[]
const everySecond = 1000
const pageSize = 20
/** One call takes so many. */
const most = 10_000
const reasons = ['机构改革后更名', '规范表述', '更正错别字', '更新联系方式']

/** What of the list's filters is carried along without a field of its own here. */
const carried: Readonly<Record<string, string>> = {
  title: '标题',
  keyword: '标题或正文',
  source: '来源',
  startTime: '发布时间起',
  endTime: '发布时间止',
  batch: '导入批次',
  mine: '只看我的',
}

/** The address's filters as the call takes them. */
function filtersOf({ mine, status, columnId, ...rest }: Readonly<Record<string, string>>, me: string | undefined) {
  const known = Object.fromEntries(Object.entries(rest).filter(([name]) => Object.hasOwn(carried, name)))
  return {
    ...known,
    ...(status && { status: status.split(',') as never }),
    ...(columnId && { columnId, withChildren: true }),
    ...(mine && me && { createdBy: me }),
  }
}

/** One text in the place of another one in many articles: sought, every place looked at, and then replaced. */
export default function ReplaceScreen() {
  const me = useMe()
  const [{ filters }, change] = useListAddress()
  const [wanted, setWanted] = useState<Wanted>({ find: '', to: '', parts: allParts, anyWidth: false, anyCase: false })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [found, setFound] = useState<readonly FoundArticle[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [left, setLeft] = useState<Left>({})
  const [asks, setAsks] = useState(false)
  const [faulty, setFaulty] = useState('')
  const [job, setJob] = useState<Begun | null>(null)
  const search = useAction(api.replaceFind)
  const start = useAction(api.replace)
  const stale = useStale()
  const set = (changes: Partial<Wanted>) => setWanted((now) => ({ ...now, ...changes }))
  const narrow = (changes: Record<string, string>) => change({ filters: { ...filters, ...changes } }, { replace: true })

  async function look(event: FormEvent) {
    event.preventDefault()
    if (wanted.find.trim() === '') return setFaulty('请输入要查找的文字')
    if (wanted.find === wanted.to) return setFaulty('替换为的文字与查找的相同')
    if (wanted.parts.length === 0) return setFaulty('请至少选择一个查找的字段')
    setFaulty('')
    setJob(null)
    const { parts, ...rest } = wanted
    const input = { ...rest, parts: parts.join(','), ...filtersOf(filters, me?.userId), pageSize }
    const page = await search.run(input)
    if (!page) return
    setAsked(input)
    setLeft({})
    setFound(page.list)
    setNext(page.nextId)
  }
  /** Goes on for one page, or until nothing is left. */
  async function more(all: boolean) {
    let [at, list] = [next, found]
    while (at !== null && asked && list.length < most) {
      const page = await search.run({ ...asked, afterId: at, pageSize: all ? 100 : pageSize })
      if (!page) break
      list = [...list, ...page.list]
      at = page.nextId
      setFound(list)
      setNext(at)
      if (!all) break
    }
  }
  const chosen = chosenOf(found, left)
  async function go(reason: string) {
    if (!asked) return
    const { find, parts, anyWidth, anyCase } = asked
    const { to } = wanted
    const begun = await start.run({ find, to, parts, anyWidth, anyCase, reason, items: itemsOf(chosen.articles, left) })
    setAsks(false)
    if (!begun) return
    const of = chosen.articles.map(({ articleId, title, status }) => ({
      id: articleId,
      title,
      online: Number(status) === 2,
    }))
    setJob({ jobId: begun.jobId, of })
    setFound([])
    setNext(null)
    setAsked(null)
    await stale('article')
  }
  const beside = Object.entries(carried).filter(([name]) => filters[name])
  return (
    <div className="replace">
      <form className="panel replace-form" onSubmit={(event) => void look(event)}>
        <label htmlFor="replace-find">查找</label>
        <Input
          id="replace-find"
          maxLength={200}
          value={wanted.find}
          status={faulty ? 'error' : ''}
          aria-describedby={faulty ? 'replace-faulty' : undefined}
          onChange={(event) => set({ find: event.target.value })}
        />
        <label htmlFor="replace-to">替换为</label>
        <Input
          id="replace-to"
          maxLength={200}
          value={wanted.to}
          placeholder="不填则删去"
          onChange={(event) => set({ to: event.target.value })}
        />
        <span>字段</span>
        <Checkbox.Group
          aria-label="查找的字段"
          value={[...wanted.parts]}
          options={allParts.map((value) => ({ value, label: replacedFields[value] }))}
          onChange={(parts) => set({ parts: parts as ReplacedField[] })}
        />
        <span>写法</span>
        <span>
          <Checkbox checked={!!wanted.anyWidth} onChange={({ target }) => set({ anyWidth: target.checked })}>
            不分全角半角
          </Checkbox>
          <Checkbox checked={!!wanted.anyCase} onChange={({ target }) => set({ anyCase: target.checked })}>
            不分大小写
          </Checkbox>
        </span>
        <span>文章</span>
        <span className="replace-scope">
          <ReferencePicker
            of="column"
            label="全部栏目"
            value={filters.columnId ?? null}
            onChange={(columnId) => narrow({ columnId: columnId ?? '' })}
          />
          <Select
            aria-label="状态"
            placeholder="全部状态"
            allowClear
            mode="multiple"
            value={filters.status ? filters.status.split(',') : []}
            options={Object.entries(newsStatus).map(([value, label]) => ({ value, label }))}
            onChange={(status: string[]) => narrow({ status: status.join(',') })}
          />
        </span>
        {beside.length > 0 && (
          <>
            <span>条件</span>
            <span className="replace-beside">
              {beside.map(([name, label]) => (name === 'mine' ? label : `${label}：${filters[name]}`)).join('；')}
              <Button
                type="link"
                size="small"
                onClick={() => narrow(Object.fromEntries(beside.map(([name]) => [name, ''])))}
              >
                去掉
              </Button>
            </span>
          </>
        )}
        <span />
        <span>
          <Button htmlType="submit" type="primary" loading={search.busy}>
            查找
          </Button>{' '}
          <Link to={addresses.list}>返回文章管理</Link>
          {faulty && (
            <p id="replace-faulty" className="field-error" role="alert">
              {faulty}
            </p>
          )}
        </span>
      </form>
      {job && <Task key={job.jobId} {...job} />}
      {asked && found.length === 0 && !search.busy && (
        <EmptyState title="没有找到">
          {next ? '看过的文章中没有，可以接着找。' : '只找文字，不找链接地址和图片；写法要一致。'}
        </EmptyState>
      )}
      {asked && (found.length > 0 || next) && (
        <section className="panel" aria-label="查找结果">
          {found.length > 0 && <ReplaceList found={found} to={wanted.to} left={left} setLeft={setLeft} />}
          {next && (
            <div className="toolbar">
              <Button onClick={() => void more(false)} loading={search.busy}>
                再看 {pageSize} 篇
              </Button>
              <Button onClick={() => void more(true)} disabled={search.busy}>
                列出全部
              </Button>
            </div>
          )}
          <div className="replace-go">
            <p role="status">
              已选 {number(chosen.articles.length)} 篇 {number(chosen.places)} 处
              {chosen.online > 0 && `，其中已发布的 ${number(chosen.online)} 篇形成修订`}
              {chosen.across > 0 && `；${number(chosen.across)} 处跨格式，不能替换`}
              {next && '；还有没列出的文章'}
            </p>
            <Button
              type="primary"
              disabled={chosen.places === 0 || wanted.to === asked.find}
              onClick={() => setAsks(true)}
            >
              替换所选
            </Button>
          </div>
        </section>
      )}
      {asks && asked && (
        <ReasonDialog
          title="替换"
          says={`「${asked.find}」替换为${wanted.to ? `「${wanted.to}」` : '空（删去）'}：${chosen.articles.length} 篇 ${chosen.places} 处${chosen.online > 0 ? `，其中已发布的 ${chosen.online} 篇形成修订，网站上的原文在审核通过前不变` : ''}`}
          presets={reasons}
          ok="替换"
          busy={start.busy}
          close={() => setAsks(false)}
          give={(reason) => void go(reason)}
        />
      )}
    </div>
  )
}

/** A replacing that was begun, and in which articles. */
interface Begun {
  readonly jobId: string
  readonly of: readonly { readonly id: string; readonly title: string; readonly online: boolean }[]
}

/** How far the replacing is, and what came of it. */
function Task({ jobId, of }: Begun) {
  const [running, setRunning] = useState(true)
  const cancel = useAction(api.taskCancel)
  const stale = useStale()
  const { data } = useCall('article.task', api.task, { jobId }, { every: running ? everySecond : false, keep: true })
  const state = data?.state
  useEffect(() => {
    setRunning(state === undefined || state === 'running')
    if (state && state !== 'running') void stale('article')
  }, [state, stale])
  if (!data) return null
  const { total, finished } = { total: data.total ?? 0, finished: data.finished ?? 0 }
  const failed = new Set(data.failed?.map(({ id }) => id))
  const titles = new Map(of.map(({ id, title }) => [id, title]))
  const over = state !== undefined && state !== 'running'
  // one that was stopped does not say which it had come to
  const done = state === 'done' ? of.filter(({ id }) => !failed.has(id)) : []
  const says = state === 'running' ? `正在替换（${finished}/${total}）` : (data.says ?? '')
  return (
    <section className="panel" aria-label="替换结果">
      <JobProgress
        {...{ total, finished, says }}
        state={data.state}
        cancel={() => void cancel.run({ jobId })}
        cancelling={cancel.busy}
        partly={failed.size > 0}
      />
      {done.length > 0 && (
        <details>
          <summary>已替换的 {number(done.length)} 篇</summary>
          <ul>
            {done.map(({ id, title, online }) => (
              <li key={id}>
                <Link to={addresses.edit(id)}>{title}</Link>
                {online && '：形成修订，待审核'}
              </li>
            ))}
          </ul>
        </details>
      )}
      {over && failed.size > 0 && (
        <>
          <h3>没有替换的</h3>
          <ul>
            {data.failed?.map(({ id, errorMsg }) => (
              <li key={id}>
                <Link to={addresses.edit(id)}>{titles.get(id) ?? `文章 ${id}`}</Link>：{errorMsg}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
