import { type ComponentType, lazy, Suspense, useRef } from 'react'
import { createBrowserRouter, Navigate } from 'react-router'
import { here } from '../data/console.ts'
import { Loading, NoPermission, NotFound } from '../parts/States.tsx'
import type { Screen } from '../screens/screen.ts'
import { mayOpen, screens } from '../screens/screens.ts'
import { Boundary, BrokenShell } from './Boundary.tsx'
import { useRights } from './rights.ts'
import { Shell } from './Shell.tsx'

function Guarded({ screen, content: Content }: { screen: Screen; content: ComponentType }) {
  const { can } = useRights()
  // who loses the right while they type keeps what they typed: the server refuses, and the next way here is shut
  const opened = useRef<Screen>(undefined)
  if (mayOpen(screen, can)) opened.current = screen
  if (opened.current !== screen) return screen.instead ? <Navigate to={screen.instead} replace /> : <NoPermission />
  return (
    <Suspense fallback={<Loading />}>
      <Content />
    </Suspense>
  )
}

/** What waits stands first. */
const toStart = <Navigate to={`${here.at}/home/audit`} replace />

/** The routes, made from the table of screens. */
export function router() {
  // addresses of one screen share it: it stays when the address turns from one to the other
  const contents = new Map(screens.map(({ load }) => [load, lazy(load)]))
  const children = screens.map((screen) => ({
    path: screen.path,
    element: (
      <Boundary key={[...contents.keys()].indexOf(screen.load)}>
        <Guarded screen={screen} content={contents.get(screen.load) as ComponentType} />
      </Boundary>
    ),
  }))
  return createBrowserRouter(
    [
      {
        path: here.at,
        element: <Shell />,
        errorElement: <BrokenShell />,
        children: [
          { index: true, element: toStart },
          { path: 'home', element: toStart },
          ...children,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
    { basename: '/web' },
  )
}
