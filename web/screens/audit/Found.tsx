import { Button } from 'antd'
import { useState } from 'react'
import { kindsSay, type PersonalKind, reasonGiven } from '../../../core/words/personal.ts'
import { useCall } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { api, type Brief } from '../article/calls.ts'
import { doubtful, forbidden, privateIn, type WordCheck } from '../article/word-hits.ts'
import { looked } from './looked.ts'
import '../../parts/states/status.css'

const WordDrawer = lazyPart(() => import('../article/WordDrawer.tsx'))

/** What there is, one thing each: the grave ones first. */
function found(check: WordCheck): readonly { readonly says: string; readonly tone: 'bad' | 'wait' }[] {
  const kinds = kindsSay(check.personal.map(({ kind }) => kind as PersonalKind))
  const files = check.files.filter(({ total }) => Number(total) > 0)
  const unread = check.files.filter(({ fault }) => fault !== null)
  const grave = (count: number, says: string) => (count > 0 ? [{ says, tone: 'bad' as const }] : [])
  const light = (count: number, says: string) => (count > 0 ? [{ says, tone: 'wait' as const }] : [])
  const names = files.map(({ name, total }) => `${name} ${total} 处`).join('、')
  return [
    ...grave(check.personal.length, `含个人信息：${kinds}`),
    ...grave(files.length, `附件含个人信息：${names}`),
    ...grave(forbidden(check).length, `禁止的敏感词 ${forbidden(check).length} 个`),
    ...light(doubtful(check).length, `须确认的敏感词 ${doubtful(check).length} 个`),
    ...light(check.links.length, `失效的链接 ${check.links.length} 个`),
    ...light(check.maps.length, `没有审图号的地图 ${check.maps.length} 张`),
    ...light(unread.length, `没有检测的附件 ${unread.length} 个`),
  ]
}

/** What the writer was told of the text as it will be published, and what they said to it: before it is passed, in sight. */
export function Found({ articleId }: Pick<Brief, 'articleId'>) {
  const [open, setOpen] = useState(false)
  const check = useCall('article.articleSensitiveList', api.articleSensitiveList, { articleId }, { quiet: true })
  const steps = useCall('article.revisions', api.revisions, { articleId, pageSize: looked }, { quiet: true })
  if (!check.data) return null
  const all = found(check.data)
  if (all.length === 0) return null
  const given = steps.data && reasonGiven(steps.data.list)
  return (
    <section className="found" aria-label="内容检测">
      {all.map(({ says, tone }) => (
        <span key={says} className={`status ${tone}`}>
          {says}
        </span>
      ))}
      <Button size="small" onClick={() => setOpen(true)}>
        查看
      </Button>
      {privateIn(check.data) && steps.data && (
        <p className="reason">
          {given
            ? `${given.byName ?? '撰稿人'} ${shortTime(given.at)} ${given.reason}`
            : '撰稿人没有说明公开个人信息的理由'}
        </p>
      )}
      {open && <WordDrawer check={check.data} close={() => setOpen(false)} />}
    </section>
  )
}
