import '../data/trusted.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onComeBack, session, takeBack } from '../data/session.ts'
import { Login } from './Login.tsx'
import './login.css'

onComeBack(() => location.reload())
if (session.token()) location.replace(takeBack())
else
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Login />
    </StrictMode>,
  )
