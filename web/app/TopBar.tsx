import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { here, reporting } from '../data/console.ts'
import { useSite } from '../data/site.ts'
import { useKeys } from '../parts/keys.ts'
import { screenAt, screens } from '../screens/screens.ts'
import { NoticeLink } from './NoticeLink.tsx'
import { useRights } from './rights.ts'
import { Search } from './Search.tsx'
import { UserMenu } from './UserMenu.tsx'
import { WaitingMenu } from './WaitingMenu.tsx'
import './top-bar.css'

/** Site title, where I am, search, what waits, who I am. */
export function TopBar({ folded, fold }: { folded: boolean; fold: () => void }) {
  const [searching, setSearching] = useState(false)
  const { consoleTitle } = useSite()
  useKeys({ search: () => reporting || setSearching(true) })
  return (
    <header className="top">
      <button type="button" className="top-button" onClick={fold} aria-label={folded ? '展开菜单' : '收起菜单'}>
        {folded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
      </button>
      <Link to={here.start} className="top-title">
        {consoleTitle}
      </Link>
      <Crumbs />
      <span className="grow" />
      {!reporting && (
        <button
          type="button"
          className="top-button top-search"
          onClick={() => setSearching(true)}
          aria-label="搜索菜单、文章 Ctrl K"
        >
          <SearchOutlined aria-hidden /> <span className="wide-only">搜索菜单、文章</span>
          <kbd className="wide-only">Ctrl K</kbd>
        </button>
      )}
      <WaitingMenu />
      <NoticeLink />
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
  const url = `${here.at}/${parent?.path ?? screen.path}`
  const catalogue = menu.find((entry) => entry.children.some((child) => child.url === url))
  return (
    <nav className="crumbs wide-only" aria-label="当前位置">
      {catalogue && <span>{catalogue.name}</span>}
      {parent && <Link to={url}>{parent.title}</Link>}
      <span aria-current="page">{screen.title}</span>
    </nav>
  )
}
