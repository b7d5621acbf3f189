import { formatTime } from '../../core/domain/time.ts'
import { useMe } from '../data/me.ts'
import { useSite } from '../data/site.ts'
import { usePrinting } from '../parts/printing.ts'
import './paper-head.css'

/** What stands above a screen on paper alone: whose it is, what it shows, when and by whom it was printed. */
export function PaperHead({ title }: { title: string | undefined }) {
  const { name } = useSite()
  const me = useMe()
  if (!usePrinting()) return null
  return (
    <div className="paper-head on-paper">
      <b>{[name, title].filter(Boolean).join(' · ')}</b>
      <span>
        {formatTime(Date.now()).slice(0, 16)} {me?.name}打印
      </span>
    </div>
  )
}
