import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { quoted } from '../../../core/domain/log-things.ts'
import { useRights } from '../../app/rights.ts'
import { pageOf } from '../screens.ts'
import type { Row } from './rows.ts'

/** What a row tells; the names of things that can be opened are links. A back end without sentences has its call's line. */
export function Sentence({ row }: { row: Row }) {
  const { can } = useRights()
  const whole = row.sentence ?? row.says ?? ''
  let parts: ReactNode[] = [whole]
  for (const { id, kind, name, there } of row.targets ?? []) {
    const to = there && name !== null && pageOf({ kind, id, name }, can)
    if (!to || name === null) continue
    const words = quoted(kind, name)
    const link = (
      <Link key={id} to={to}>
        {words}
      </Link>
    )
    parts = parts.flatMap((part) => around(part, words, link))
  }
  return <span title={whole}>{parts}</span>
}

/** A text with a link in place of the first of these words. */
function around(part: ReactNode, words: string, link: ReactNode): ReactNode[] {
  if (typeof part !== 'string' || !part.includes(words)) return [part]
  const at = part.indexOf(words)
  return [part.slice(0, at), link, part.slice(at + words.length)]
}
