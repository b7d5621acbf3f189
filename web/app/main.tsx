import '../data/trusted.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { session, toLogin } from '../data/session.ts'
import './app.css'
import { Providers } from './Providers.tsx'
import { router } from './router.tsx'

if (session.token())
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router()} />
      </Providers>
    </StrictMode>,
  )
else toLogin()
