import { App, Input } from 'antd'
import { type MouseEvent, useCallback } from 'react'
import { buttons, notices } from '../../core/text.ts'
import { above } from './above.ts'
import './question.css'

interface Question {
  readonly text: string
  /** What stands below it, one thing in a line. */
  readonly lines?: readonly string[]
  readonly ok?: string
  readonly cancel?: string
  /** What `cancel` leads to, once the dialog is gone and has given the focus back. */
  readonly instead?: () => void
  readonly danger?: boolean
  /** It begins on 取消: Enter alone does nothing. */
  readonly careful?: boolean
  /** What must be typed before it goes on. */
  readonly typed?: string
}

/** The second press of a double one, on what was pressed before, answers no question: nobody has read it. */
const read = {
  onClickCapture: (event: MouseEvent) => {
    if (event.detail > 1) event.stopPropagation()
  },
}

/** Asks a question (main-console §8: Confirm dialogs); resolves to false when it is dismissed. */
export function useConfirm() {
  const { modal } = App.useApp()
  return useCallback(
    ({
      text,
      lines,
      ok = buttons.ok,
      cancel = buttons.cancel,
      danger = false,
      careful = danger,
      typed,
      instead,
    }: Question): Promise<boolean> =>
      new Promise((resolve) => {
        let refused = false
        const dialog = modal.confirm({
          title: notices.title,
          content:
            typed === undefined ? (
              lines ? (
                <>
                  <p>{text}</p>
                  <ul className="question-lines">
                    {lines.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </>
              ) : (
                text
              )
            ) : (
              <>
                <p>{text}</p>
                <Input
                  aria-label={text}
                  autoComplete="off"
                  onChange={(event) =>
                    dialog.update({ okButtonProps: { ...read, danger, disabled: event.target.value.trim() !== typed } })
                  }
                />
              </>
            ),
          zIndex: above.question,
          okText: ok,
          cancelText: cancel,
          okButtonProps: { ...read, danger, disabled: typed !== undefined },
          focusable: { autoFocusButton: careful ? 'cancel' : 'ok' },
          onOk: () => resolve(true),
          onCancel: () => {
            refused = true
            resolve(false)
          },
          afterClose: () => refused && instead?.(),
        })
      }),
    [modal],
  )
}
