import { buttons } from '../../../core/text.ts'
import type { Item } from '../upload/queue.ts'
import './placeholder.css'

/** What stands in the text while a file is uploaded: its name, how far it is, and the way to stop it. */
export function placeholder(id: number, name: string, cancel: (id: number) => void): HTMLElement {
  const box = document.createElement('span')
  box.className = 'uploading'
  box.contentEditable = 'false'
  const words = document.createElement('span')
  words.textContent = `正在上传 ${name}`
  const bar = document.createElement('progress')
  bar.max = 1
  bar.dataset.upload = String(id)
  bar.setAttribute('aria-label', `${name}上传进度`)
  const stop = document.createElement('button')
  stop.type = 'button'
  stop.textContent = buttons.cancel
  stop.setAttribute('aria-label', `取消上传 ${name}`)
  stop.onclick = () => cancel(id)
  box.append(words, bar, stop)
  return box
}

/** Puts the bars where the uploads are. */
export function showProgress(items: readonly Item[]): void {
  for (const { id, share } of items)
    for (const bar of document.querySelectorAll<HTMLProgressElement>(`progress[data-upload="${id}"]`)) bar.value = share
}
