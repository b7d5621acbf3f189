import { Button } from 'antd'
import { useRef } from 'react'
import { acceptOf, type Takes } from './check.ts'
import './upload.css'

interface Props {
  readonly says: string
  /** What the file is for, where several such buttons stand on a screen. */
  readonly label?: string
  /** Pictures and videos, or the endings of other files: 「.xlsx」. */
  readonly takes: Takes | `.${string}`
  readonly busy?: boolean
  readonly several?: boolean
  readonly small?: boolean
  readonly give: (files: readonly File[]) => void
}

const isEnding = (takes: Props['takes']): takes is `.${string}` => takes.startsWith('.')

/** A button that opens the browser's file dialog. */
export function FileButton({ says, label, takes, several = false, small = false, busy = false, give }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const name = label ? `${says}（${label}）` : says
  return (
    <>
      <Button
        size={small ? 'small' : 'middle'}
        loading={busy}
        aria-label={name}
        onClick={() => picker.current?.click()}
      >
        {says}
      </Button>
      <input
        ref={picker}
        className="file-picker"
        type="file"
        aria-label={name}
        tabIndex={-1}
        accept={isEnding(takes) ? takes : acceptOf(takes)}
        multiple={several}
        onChange={({ target }) => {
          give([...(target.files ?? [])])
          // the same file may be chosen again
          target.value = ''
        }}
      />
    </>
  )
}
