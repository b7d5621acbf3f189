import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { quoted } from '../../../core/domain/log-things.ts'
import { places } from '../article/calls.ts'
import type { Row } from './rows.ts'

/** Where a thing is looked at; those without a page of their own are only named. */
const pages: Readonly<Record<string, ((id: string) => string) | undefined>> = { article: places.edit }

/** What a row tells; the names of things that can be opened are links. A back end without sentences has its call's line. */
export function Sentence({ row }: { row: Row }) {
  const whole = row.sentence ?? row.says ?? ''
  let parts: ReactNode[] = [whole]
  for (const { id, kind, name, there } of row.targets ?? []) {
    const to = there ? pages[kind]?.(id) : undefined
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
