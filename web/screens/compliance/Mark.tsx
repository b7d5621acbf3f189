import type { Tone } from '../../parts/states/StateMark.tsx'
import '../../parts/states/status.css'

/** A mark for each state beside its word, so that no meaning hangs on the colour. */
const marks: Readonly<Record<string, { readonly mark: string; readonly tone: Tone }>> = {
  good: { mark: '✓', tone: 'good' },
  warn: { mark: '!', tone: 'wait' },
  near: { mark: '!', tone: 'wait' },
  veto: { mark: '✕', tone: 'bad' },
  late: { mark: '✕', tone: 'bad' },
  blank: { mark: '○', tone: 'bad' },
}

/** How an indicator or a column stands. */
export function Mark({ words, value }: { words: Readonly<Record<string, string>>; value: string }) {
  const { mark, tone } = marks[value] ?? { mark: '', tone: 'rest' }
  return (
    <span className={`status ${tone}`}>
      <i aria-hidden="true">{mark}</i> {words[value] ?? value}
    </span>
  )
}
