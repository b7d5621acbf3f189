import {
  BarChartOutlined,
  FileTextOutlined,
  FolderOutlined,
  HomeOutlined,
  LinkOutlined,
  MessageOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { type ComponentType, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { MenuEntry } from '../../core/contract/menu.ts'
import type { menuIcons } from '../../core/domain/enums.ts'
import { here } from '../data/console.ts'
import { hasScreen, screenAt } from '../screens/screens.ts'
import { type Rights, useRights } from './rights.ts'
import './side-menu.css'

const icons: Readonly<Record<keyof typeof menuIcons, ComponentType<{ 'aria-hidden': boolean }>>> = {
  home: HomeOutlined,
  file: FileTextOutlined,
  message: MessageOutlined,
  setting: SettingOutlined,
  team: TeamOutlined,
  chart: BarChartOutlined,
  link: LinkOutlined,
  folder: FolderOutlined,
}

/** True for an address of another system: it opens beside this one. */
const isElsewhere = (url: string | null): url is string => /^https?:/.test(url ?? '')

/** Entries that lead somewhere, with those above them. */
const shownEntries = (entries: readonly MenuEntry[], can: Rights['can']): MenuEntry[] =>
  entries
    .map((entry) => ({ ...entry, children: shownEntries(entry.children, can) }))
    .filter((entry) => entry.children.length > 0 || hasScreen(entry.url, can) || isElsewhere(entry.url))

/** The entries that are screens, in the menu's order. */
export const leavesOf = (entries: readonly MenuEntry[], can: Rights['can']): MenuEntry[] =>
  shownEntries(entries, can)
    .flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children, can) : [entry]))
    .filter((entry) => !isElsewhere(entry.url))

/** The entry of an address; '1' where none is (main-console §2). */
function currentIndexOf(entries: readonly MenuEntry[], pathname: string): string {
  const screen = screenAt(pathname)
  const url = `${here.at}/${screen?.under ?? screen?.path ?? ''}`
  const find = (list: readonly MenuEntry[]): string | undefined => {
    for (const entry of list) {
      const found = entry.url === url ? entry.id : find(entry.children)
      if (found) return found
    }
    return undefined
  }
  return find(entries) ?? '1'
}

/** The left menu, from the menu call. */
export function SideMenu({ folded }: { folded: boolean }) {
  const { menu, can } = useRights()
  const { pathname } = useLocation()
  const entries = shownEntries(menu, can)
  const currentIndex = currentIndexOf(entries, pathname)
  const menuOf = useRef<HTMLElement>(null)
  // a long menu shows where one is
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another entry, and once there are entries
  useEffect(() => {
    menuOf.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [currentIndex, entries.length, folded])
  return (
    <nav ref={menuOf} className="side" aria-label="主菜单">
      {entries.map((entry) => (
        <Group key={entry.id} entry={entry} currentIndex={currentIndex} folded={folded} />
      ))}
    </nav>
  )
}

function Group(props: { entry: MenuEntry; currentIndex: string; folded: boolean }) {
  const { entry, currentIndex, folded } = props
  const Icon = icons[entry.icon as 'folder'] ?? FolderOutlined
  const open = entry.children.some((child) => child.id === currentIndex)
  const first = entry.children[0]?.url ?? entry.url ?? ''
  return (
    <div className={open ? 'group open' : 'group'}>
      {folded ? (
        <Link to={first} className="group-icon" title={entry.name} aria-label={entry.name}>
          <Icon aria-hidden />
        </Link>
      ) : (
        <p className="group-name">
          <Icon aria-hidden /> {entry.name}
        </p>
      )}
      {!folded && (
        <ul>
          {entry.children.map((child) => (
            <li key={child.id}>
              {isElsewhere(child.url) ? (
                <a href={child.url} target="_blank" rel="noreferrer">
                  {child.name}
                </a>
              ) : (
                <Link to={child.url ?? ''} aria-current={child.id === currentIndex ? 'page' : undefined}>
                  {child.name}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
