import { Input, Modal } from 'antd'
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { article } from '../../core/contract/article.ts'
import { newsStatus } from '../../core/domain/enums.ts'
import { notices } from '../../core/text.ts'
import { useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { useFocusBack } from '../parts/focus.ts'
import { copyTitle, places } from '../screens/article/calls.ts'
import { useRights } from './rights.ts'
import { leavesOf } from './SideMenu.tsx'
import './search.css'

const { list } = callsOf(article)
const most = 8
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }

interface Found {
  readonly id: string
  readonly text: string
  readonly note: string
  readonly to: string
}

/** Menu entries and articles for these words; `late` while the articles are still those of the words before. */
function useFound(words: string): { found: Found[]; late: boolean } {
  const { menu, can } = useRights()
  const enabled = words !== '' && can('article_list')
  const { data, isPlaceholderData, isLoading } = useCall(
    'article.list',
    list,
    { title: words, pageSize: most },
    { enabled, keep: true },
  )
  const entries = leavesOf(menu, can).filter((entry) => entry.name.includes(words))
  const articles = enabled ? (data?.list ?? []) : []
  const inTexts = { id: 'texts', text: `在标题和正文中检索「${words}」`, note: '内容检索' }
  const found = [
    ...entries.map((e) => ({ id: `m${e.id}`, text: e.name, note: '菜单', to: e.url ?? '' })),
    ...articles.map((row) => ({
      id: `a${row.articleId}`,
      text: row.title,
      note: [row.columnName, newsStatus[row.status as 0], copyTitle(row)].filter(Boolean).join(' · '),
      to: `/main/article/essay/${row.articleId}`,
    })),
    ...(enabled ? [{ ...inTexts, to: `${places.seek}?${new URLSearchParams({ keyword: words })}` }] : []),
  ]
  return { found, late: enabled && (isPlaceholderData || isLoading) }
}

/** Ctrl+K: type, choose by arrow keys, Enter goes there. */
export function Search({ close }: { close: () => void }) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [entered, setEntered] = useState(false)
  const asked = useDeferredValue(words.trim())
  const { found, ...search } = useFound(asked)
  const late = search.late || asked !== words.trim()
  const navigate = useNavigate()
  useFocusBack()
  const chosen = Math.min(at, found.length - 1)

  function go(one: Found | undefined) {
    if (!one) return
    close()
    navigate(one.to)
  }

  // Enter goes to what was typed, not to what is still there of the words before
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when both are so
  useEffect(() => {
    if (entered && !late) go(found[chosen])
    if (!late) setEntered(false)
  }, [entered, late])

  function press(event: KeyboardEvent) {
    const by = steps[event.key]
    if (by === undefined || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (by === 0) setEntered(true)
    else setAt(Math.max(0, Math.min(chosen + by, found.length - 1)))
  }

  return (
    <Modal open onCancel={close} footer={null} closable={false} title={null} width={560} aria-label="搜索">
      <Input
        size="large"
        placeholder="输入菜单名称或文章标题"
        aria-label="搜索菜单和文章"
        role="combobox"
        aria-expanded
        aria-controls="search-found"
        aria-activedescendant={found[chosen] ? `found-${found[chosen].id}` : undefined}
        value={words}
        autoFocus
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
          setEntered(false)
        }}
        onKeyDown={press}
      />
      <div id="search-found" role="listbox" aria-label="搜索结果" className="found">
        {found.map((one, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the field, which keeps the focus
          <div
            key={one.id}
            id={`found-${one.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={() => go(one)}
          >
            <span>{one.text}</span>
            <small>{one.note}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="muted">{late ? '正在搜索……' : notices.empty}</p>}
    </Modal>
  )
}
