import { BellOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { article } from '../../core/contract/article.ts'
import { useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { useSite } from '../data/site.ts'
import { useKeys } from '../parts/keys.ts'
import { screenAt, screens } from '../screens/screens.ts'
import { useRights } from './rights.ts'
import { Search } from './Search.tsx'
import { UserMenu } from './UserMenu.tsx'
import './top-bar.css'

const { waiting } = callsOf(article)
const everyMinute = 60_000

/** Site title, where I am, search, what waits, who I am. */
export function TopBar({ folded, fold }: { folded: boolean; fold: () => void }) {
  const [searching, setSearching] = useState(false)
  const { consoleTitle } = useSite()
  useKeys({ search: () => setSearching(true) })
  return (
    <header className="top">
      <button type="button" className="top-button" onClick={fold} aria-label={folded ? '展开菜单' : '收起菜单'}>
        {folded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
      </button>
      <Link to="/main" className="top-title">
        {consoleTitle}
      </Link>
      <Crumbs />
      <span className="grow" />
      <button
        type="button"
        className="top-button top-search"
        onClick={() => setSearching(true)}
        aria-label="搜索菜单、文章 Ctrl K"
      >
        <SearchOutlined aria-hidden /> <span className="wide-only">搜索菜单、文章</span>
        <kbd className="wide-only">Ctrl K</kbd>
      </button>
      <WaitingCount />
      <UserMenu />
      {searching && <Search close={() => setSearching(false)} />}
    </header>
  )
}

function Crumbs() {
  const { menu } = useRights()
  const { pathname } = useLocation()
  const screen = screenAt(pathname)
  if (!screen) return null
  const parent = screens.find(({ path }) => path === screen.under)
  const url = `/main/${parent?.path ?? screen.path}`
  const catalogue = menu.find((entry) => entry.children.some((child) => child.url === url))
  return (
    <nav className="crumbs wide-only" aria-label="当前位置">
      {catalogue && <span>{catalogue.name}</span>}
      {parent && <Link to={url}>{parent.title}</Link>}
      <span aria-current="page">{screen.title}</span>
    </nav>
  )
}

/** How much waits for me; asked again every minute. */
function WaitingCount() {
  const { can } = useRights()
  const { data } = useCall(
    'article.waiting',
    waiting,
    {},
    { enabled: can('article_list'), every: everyMinute, quiet: true },
  )
  if (!data) return null
  // who does not audit has nothing waiting but their own rejected ones
  const audits = can('article_accept') || can('article_approve')
  const to = audits ? '/main/home/audit' : '/main/article/essay?mine=1&status=4'
  const count = data.toAccept + data.toApprove + data.rejected
  return (
    <Link to={to} className="top-button" aria-label={`待办 ${count} 项`}>
      <BellOutlined aria-hidden /> <span className="wide-only">待办</span>
      {count > 0 && <b className="count">{count > 999 ? '999+' : count}</b>}
    </Link>
  )
}
