import { Button, Drawer, Empty, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { type WordLevel, wordLevels, wordLists, wordTypes } from '../../../core/domain/words.ts'
import { toMutePicture } from '../../parts/editor/LazyEditor.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { DeadLinks } from './DeadLinks.tsx'
import { FileHits } from './FileHits.tsx'
import { HitLine } from './HitLine.tsx'
import { Maps } from './Maps.tsx'
import { PersonalHits } from './PersonalHits.tsx'
import type { Correction, WordCheck, WordHit } from './word-hits.ts'
import '../../parts/dialog.css'
import '../../parts/field-error.css'
import './article.css'

interface Props {
  readonly check: WordCheck
  /** The text is on its way to who audits it: whoever has looked may let it go on, unless a word is forbidden. */
  readonly goOn?: ((why: string) => void) | undefined
  /** Puts the suggestion in a hit's place; null: it cannot be done by a press. None: it is only read. */
  readonly correction?: (...asked: readonly Correction[]) => (() => void) | null
  readonly close: () => void
  /** How many pictures of the text have nothing that stands for them. */
  readonly mute?: number
}

const levelSays: Readonly<Record<WordLevel, string>> = {
  0: '以下仅作提示。',
  1: '标为「须确认」的请核对，确认无误后可以继续提交。',
  2: '标为「禁止」的必须修改后才能提交。',
}
const tones: Readonly<Record<WordLevel, string>> = { 0: 'rest', 1: 'wait', 2: 'bad' }

/** The words, and somebody's own data, that were found in what stands in a form. */
export default function WordDrawer({ check, goOn, correction, close, mute = 0 }: Props) {
  useFocusBack()
  // the grave ones first, else as they stand
  const hits = check.hits.toSorted((a, b) => Number(b.level) - Number(a.level))
  const inFiles = check.files.reduce((sum, file) => sum + Number(file.total), 0)
  const total =
    (check.total ?? 0) + (check.personalTotal ?? 0) + inFiles + check.links.length + check.maps.length + mute
  const [why, setWhy] = useState('')
  const field = useRef<InputRef>(null)
  const [asked, setAsked] = useState(false)
  const personal = check.personal.length > 0 || inFiles > 0
  const goes = () => {
    if (personal && why.trim() === '') {
      field.current?.focus()
      return setAsked(true)
    }
    goOn?.(why.trim())
  }
  const level = check.level === null ? null : (Number(check.level) as WordLevel)
  const mayGoOn = goOn && level !== 2
  return (
    <Drawer
      open
      title={total === 0 ? '内容检测' : `发现 ${total} 处`}
      size="min(560px, 100vw)"
      onClose={close}
      footer={
        <div className="dialog-ways">
          <Button onClick={close}>{goOn ? '去修改' : '关闭'}</Button>
          {mayGoOn && (
            <Button type="primary" onClick={goes}>
              已核对，继续提交
            </Button>
          )}
        </div>
      }
    >
      {check.personal.length > 0 && <PersonalHits check={check} correction={correction} />}
      <FileHits files={check.files} />
      {personal && mayGoOn && (
        <div className="privacy-reason">
          <label htmlFor="privacy-reason">公开的理由（不隐去时必须填写，审核人员能看到，记入日志）</label>
          <Input
            id="privacy-reason"
            ref={field}
            maxLength={200}
            value={why}
            status={asked && why.trim() === '' ? 'error' : ''}
            aria-invalid={asked && why.trim() === ''}
            aria-describedby="privacy-reason-error"
            placeholder="例如 依法公示的名单"
            onChange={(event) => setWhy(event.target.value)}
          />
          {asked && why.trim() === '' && (
            <p id="privacy-reason-error" className="field-error" role="alert">
              请填写公开的理由，或把个人信息隐去
            </p>
          )}
        </div>
      )}
      <Maps maps={check.maps} />
      {mute > 0 && (
        <p>
          <span className="status wait">图片</span> {mute} 张图片没有图片说明，视障读者无法了解其内容。{' '}
          <Button
            size="small"
            onClick={() => {
              close()
              toMutePicture()
            }}
          >
            去填写
          </Button>
        </p>
      )}
      <DeadLinks links={check.links} />
      {level === null && total === 0 && check.files.length === 0 && (
        <Empty description="没有发现词表中的词、个人信息、失效的链接、没有审图号的地图和没有说明的图片" />
      )}
      {level !== null && (
        <>
          {correction && <p>{levelSays[level]}</p>}
          <ol className="word-hits">
            {hits.map((hit) => (
              <WordLine key={`${hit.field} ${hit.position} ${hit.wordId}`} hit={hit} correct={correction?.(hit)} />
            ))}
          </ol>
          {(check.total ?? 0) > hits.length && <p className="muted">只列出前 {hits.length} 处。</p>}
        </>
      )}
    </Drawer>
  )
}

function WordLine({ hit, correct }: { readonly hit: WordHit; readonly correct: (() => void) | null | undefined }) {
  const level = Number(hit.level) as WordLevel
  const kind = (
    <>
      {Number(hit.list) === 1 ? wordLists[1] : wordTypes[Number(hit.type) as 0]}
      {hit.found !== hit.word && `（词表中为「${hit.word}」）`}
      {hit.across && ' · 跨句，可能是误报'}
    </>
  )
  const offer = hit.suggestion && `建议改为「${hit.suggestion}」`
  return <HitLine {...{ hit, kind, offer, correct }} tone={tones[level]} level={wordLevels[level]} act="改正" />
}
