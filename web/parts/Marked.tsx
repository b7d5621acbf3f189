import { Fragment } from 'react'
import './marked.css'

const plain = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A text with the words that were found in `<em>`, which is all that is markup in it; shown as text. */
export function Marked({ html }: { readonly html: string }) {
  return (
    html
      .split(/<\/?em>/)
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
      .map((text, i) => (i % 2 === 0 ? <Fragment key={i}>{plain(text)}</Fragment> : <mark key={i}>{plain(text)}</mark>))
  )
}
