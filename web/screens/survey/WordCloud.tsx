import './survey.css'

interface Props {
  readonly label: string
  readonly words: readonly { readonly word: string | null; readonly count: number | null }[]
}

const [smallest, largest] = [14, 30]

/** Words as large as they are frequent. */
export function WordCloud({ label, words }: Props) {
  if (words.length === 0) return null
  const most = Math.max(...words.map(({ count }) => count ?? 0))
  const size = (count: number | null) =>
    smallest + Math.round(((largest - smallest) * (count ?? 0)) / Math.max(1, most))
  return (
    <ul className="word-cloud" aria-label={label}>
      {words.map(({ word, count }) => (
        <li key={word} style={{ fontSize: size(count) }}>
          {word}
          <span>（{count} 份）</span>
        </li>
      ))}
    </ul>
  )
}
