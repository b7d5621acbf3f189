import { Button, Drawer, Empty } from 'antd'
import { lookedFields } from '../../../core/contract/article/check.ts'
import { type WordLevel, wordLevels, wordLists, wordTypes } from '../../../core/domain/words.ts'
import { useFocusBack } from '../../parts/focus.ts'
import type { WordCheck, WordHit } from './word-hits.ts'
import './article.css'

interface Props {
  readonly check: WordCheck
  /** The text is on its way to who audits it: whoever has looked may let it go on, unless a word is forbidden. */
  readonly goOn?: (() => void) | undefined
  /** Puts the suggestion in a hit's place; null: it cannot be done by a press. */
  readonly correction: (hit: WordHit) => (() => void) | null
  readonly close: () => void
}

const levelSays: Readonly<Record<WordLevel, string>> = {
  0: '以下仅作提示。',
  1: '标为「须确认」的请核对，确认无误后可以继续提交。',
  2: '标为「禁止」的必须修改后才能提交。',
}
const tones: Readonly<Record<WordLevel, string>> = { 0: 'rest', 1: 'wait', 2: 'bad' }

/** The words that were found in what stands in a form. */
export default function WordDrawer({ check, goOn, correction, close }: Props) {
  useFocusBack()
  // the grave ones first, else as they stand
  const hits = check.hits.toSorted((a, b) => Number(b.level) - Number(a.level))
  const total = check.total ?? 0
  const level = check.level === null ? null : (Number(check.level) as WordLevel)
  const mayGoOn = goOn && level !== 2
  return (
    <Drawer
      open
      title={total === 0 ? '敏感词检测' : `发现 ${total} 处`}
      size="min(560px, 100vw)"
      onClose={close}
      footer={
        <div className="dialog-ways">
          <Button onClick={close}>{goOn ? '去修改' : '关闭'}</Button>
          {mayGoOn && (
            <Button type="primary" onClick={goOn}>
              已核对，继续提交
            </Button>
          )}
        </div>
      }
    >
      {level === null ? (
        <Empty description="没有发现词表中的词" />
      ) : (
        <>
          <p>{levelSays[level]}</p>
          <ol className="word-hits">
            {hits.map((hit) => (
              <HitLine key={`${hit.field} ${hit.position} ${hit.wordId}`} hit={hit} correct={correction(hit)} />
            ))}
          </ol>
          {total > hits.length && <p className="muted">只列出前 {hits.length} 处。</p>}
        </>
      )}
    </Drawer>
  )
}

function HitLine({ hit, correct }: { readonly hit: WordHit; readonly correct: (() => void) | null }) {
  const level = Number(hit.level) as WordLevel
  const kind = Number(hit.list) === 1 ? wordLists[1] : wordTypes[Number(hit.type) as 0]
  return (
    <li>
      <p>
        <span className={`status ${tones[level]}`}>{wordLevels[level]}</span> {lookedFields[hit.field as 'title']} ·{' '}
        {kind}
        {hit.found !== hit.word && `（词表中为「${hit.word}」）`}
        {hit.across && ' · 跨句，可能是误报'}
      </p>
      <p className="word-context">
        {hit.before}
        <mark>{hit.found}</mark>
        {hit.after}
      </p>
      {hit.suggestion && (
        <p>
          建议改为「{hit.suggestion}」{' '}
          {correct ? (
            <Button size="small" onClick={correct}>
              改正
            </Button>
          ) : (
            <span className="muted">请在正文中修改</span>
          )}
        </p>
      )}
    </li>
  )
}
