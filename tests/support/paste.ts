import type { Locator } from 'playwright-core'

/** Pastes a text into a place as a browser does. @param more other kinds that the clipboard has of it, by their type */
export const paste = (place: Locator, html: string, more: Record<string, string> = {}) =>
  place.evaluate(
    (element, data) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { 'text/html': html, ...more },
  )
