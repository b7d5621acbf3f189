import { useEffect } from 'react'
import { useSay } from './say.ts'

const isText = (field: EventTarget | null): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement

/** How many characters of a pasted text a field has no room for: the browser leaves them out and says nothing. */
function leftOut(field: HTMLInputElement | HTMLTextAreaElement, pasted: string): number {
  const { value, maxLength, selectionStart: from, selectionEnd: to } = field
  const text = field instanceof HTMLInputElement ? pasted.replace(/[\r\n]/g, '') : pasted.replace(/\r\n/g, '\n')
  return maxLength < 0 ? 0 : value.length - ((to ?? 0) - (from ?? 0)) + text.length - maxLength
}

/** Says of every text field what of a pasted text did not fit. */
export function usePasteTold(): void {
  const say = useSay()
  useEffect(() => {
    const heard = (event: ClipboardEvent) => {
      const field = event.target
      if (!isText(field) || field.readOnly || event.defaultPrevented) return
      const over = leftOut(field, event.clipboardData?.getData('text/plain') ?? '')
      if (over > 0) say.warning(`已超过 ${field.maxLength} 字，多出的 ${over} 字没有粘贴`)
    }
    document.addEventListener('paste', heard)
    return () => document.removeEventListener('paste', heard)
  }, [say])
}
