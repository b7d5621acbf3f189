import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { menu } from '../../core/contract/menu.ts'
import { buttons } from '../../core/text.ts'
import { useCall } from '../data/calls.ts'
import { callsOf, onAccessMoved } from '../data/client.ts'
import { useUnread } from '../data/notices.ts'
import { session } from '../data/session.ts'
import { useSite } from '../data/site.ts'
import { refocus } from '../parts/focus.ts'
import { KeyHelp } from '../parts/KeyHelp.tsx'
import { isNarrow, useNarrow } from '../parts/narrow.ts'
import { ErrorState, Loading } from '../parts/States.tsx'
import { screenAt } from '../screens/screens.ts'
import { NoticeBanner } from './NoticeLink.tsx'
import { PaperHead } from './PaperHead.tsx'
import { Prover } from './Prover.tsx'
import { usePasteTold } from './pasted.ts'
import { Revealer } from './Revealer.tsx'
import { RightsContext, rightsOf } from './rights.ts'
import { SideMenu } from './SideMenu.tsx'
import { useSignOut } from './sign-out.ts'
import { TopBar } from './TopBar.tsx'
import './shell.css'

const { list } = callsOf(menu)
const keptFolded = () => localStorage.getItem('menuFolded') === '1'

/** Menu, rights and what is said of oneself follow what somebody changes of them; also in a console in which nobody does anything. */
function useFollowedRights(): void {
  const client = useQueryClient()
  useUnread()
  useEffect(
    () =>
      onAccessMoved(() => {
        for (const name of ['menu.list', 'auth.info'] as const)
          void client.invalidateQueries({ queryKey: name.split('.') })
      }),
    [client],
  )
}

/** The shell around all screens: left menu, top bar, and the screen itself. */
export function Shell() {
  const { data, error, refetch } = useCall('menu.list', list, {})
  const [folded, setFolded] = useState(() => isNarrow() || keptFolded())
  const { pathname } = useLocation()
  const narrow = useNarrow()
  const title = screenAt(pathname)?.title
  const { consoleTitle } = useSite()
  const signOut = useSignOut()
  usePasteTold()
  useFollowedRights()

  useEffect(() => {
    if (data) session.keepKeys(data.buttonList)
  }, [data])
  useEffect(() => {
    document.title = title ? `${title} - ${consoleTitle}` : consoleTitle
  }, [title, consoleTitle])
  const arrived = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus went with its screen; who is led on at once begins at the top
  useEffect(() => {
    if (arrived !== 'REPLACE') refocus()
  }, [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a small screen the menu closes behind a choice
  useEffect(() => {
    if (narrow) setFolded(true)
  }, [pathname])
  // a window that is made smaller or zoomed is not covered by the menu
  useEffect(() => setFolded(narrow || keptFolded()), [narrow])

  function fold() {
    if (!narrow) localStorage.setItem('menuFolded', folded ? '0' : '1')
    setFolded(!folded)
  }

  if (error && !data)
    return (
      <ErrorState error={error} retry={refetch}>
        <Button onClick={() => void signOut()}>{buttons.signOut}</Button>
      </ErrorState>
    )
  if (!data) return <Loading />
  return (
    <RightsContext value={rightsOf(data)}>
      <a className="skip" href="#main-screen">
        跳到内容
      </a>
      <TopBar folded={folded} fold={fold} />
      <div className={folded ? 'body folded' : 'body'}>
        <SideMenu folded={folded} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the veil behind the open menu of a small screen */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button in the top bar does the same */}
        <div className="veil" onClick={fold} />
        <main id="main-screen" tabIndex={-1}>
          <PaperHead title={title} />
          <NoticeBanner />
          <Outlet />
        </main>
      </div>
      <KeyHelp />
      <Prover />
      <Revealer />
    </RightsContext>
  )
}
