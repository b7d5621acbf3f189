import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { article } from '../../../core/contract/article.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'

const { list } = callsOf(article)
const published = 2
const typedMs = 250

interface Props {
  readonly value: string | null
  readonly onChange: (articleId: string | null) => void
}

/** Chooses an article of the site by its title; what is typed is looked for. */
export function ArticlePicker({ value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [title, setTitle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTitle(typed.trim()), typedMs)
    return () => clearTimeout(timer)
  }, [typed])
  const input = { status: published, pageNumber: 1, pageSize: 20, ...(title && { title }) }
  const { data } = useCall('article.list', list, input as Parameters<typeof list>[0], { keep: true, quiet: true })
  return (
    <Select
      className="article-picker"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      aria-label="预览所用的文章"
      placeholder="按标题查找文章；不选则自动找一页"
      value={value ?? undefined}
      onChange={(articleId: string | undefined) => onChange(articleId ?? null)}
      notFoundContent="没有找到已发布的文章"
      options={(data?.list ?? []).map((row) => ({ value: row.articleId, label: row.title }))}
    />
  )
}
