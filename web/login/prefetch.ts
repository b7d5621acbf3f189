import { here } from '../data/console.ts'

let asked = false

/** Fetches the shell while the user is typing, so that it is there after signing in. */
export function prefetchShell(): void {
  if (asked) return
  asked = true
  void fetch(`/web${here.start}`)
    .then((reply) => reply.text())
    .then((html) => {
      const page = new DOMParser().parseFromString(html, 'text/html')
      const files = [...page.querySelectorAll<HTMLElement>('script[src], link[rel="modulepreload"]')]
      for (const file of files) addHint(file.getAttribute('src') ?? file.getAttribute('href') ?? '')
    })
    .catch(() => undefined)
}

function addHint(address: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = address
  document.head.append(link)
}
