import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatTime } from '../../core/domain/time.ts'
import { useMe } from '../data/me.ts'
import { useSite } from '../data/site.ts'
import './paper-head.css'

/** What stands above a screen on paper alone: whose it is, what it shows, when and by whom it was printed. */
export function PaperHead({ title }: { title: string | undefined }) {
  const { name } = useSite()
  const me = useMe()
  const [at, setAt] = useState(Date.now)
  useEffect(() => {
    // the sheet is drawn right after this event
    const now = () => flushSync(() => setAt(Date.now()))
    window.addEventListener('beforeprint', now)
    return () => window.removeEventListener('beforeprint', now)
  }, [])
  return (
    <div className="paper-head on-paper">
      <b>{[name, title].filter(Boolean).join(' · ')}</b>
      <span>
        {formatTime(at).slice(0, 16)} {me?.name}打印
      </span>
    </div>
  )
}
