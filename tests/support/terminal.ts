import { PassThrough, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { render } from 'ink'
import { createElement } from 'react'
import { App } from '../../cli/tui/App.tsx'
import type { Desk } from '../../cli/tui/desk.ts'

const waitMs = 5000

/** What terminals send for keys that are no letters. */
const sent: Readonly<Record<string, string>> = {
  up: '\u001b[A',
  down: '\u001b[B',
  pagedown: '\u001b[6~',
  end: '\u001b[F',
  enter: '\r',
  esc: '\u001b',
  tab: '\t',
  space: ' ',
  backspace: '\u007f',
  'ctrl+r': '\u0012',
  'ctrl+u': '\u0015',
  'ctrl+y': '\u0019',
}

/** A desk on a screen that is kept in memory. */
export interface Terminal {
  /** The last frame, without colours. */
  frame(): string
  /** Presses keys, one input each. */
  press(...keys: readonly string[]): void
  /** Types what the terminal would send. */
  send(bytes: string): void
  /** Waits for a text; when it doesn't come, the failure shows the last frame. */
  until(text: string | RegExp | ((frame: string) => boolean)): Promise<string>
  end(): void
}

/** Streams that Ink takes for a terminal; what it writes is told. */
export function streamsOf(desk: Desk, written: (text: string) => void) {
  const stdout = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        written(stripVTControlCharacters(String(chunk)))
        done()
      },
    }),
    { isTTY: true, ...desk.state.size },
  )
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => undefined,
    ref: () => undefined,
    unref: () => undefined,
  })
  const options = { stdout, stdin, stderr: stdout } as unknown as Parameters<typeof render>[1] & object
  return { stdin, options: { ...options, interactive: true, exitOnCtrlC: false } }
}

/** Shows a desk; every change draws a whole frame. */
export function show(desk: Desk): Terminal {
  let frame = ''
  const waiting = new Set<() => void>()
  const { stdin, options } = streamsOf(desk, (text) => {
    // the cursor's moves come by themselves
    if (text.trim() !== '') frame = text
    for (const look of waiting) look()
  })
  const app = render(createElement(App, { desk }), { ...options, debug: true })
  const send = (bytes: string) => void stdin.write(bytes)
  const holds = (wanted: Parameters<Terminal['until']>[0]) =>
    typeof wanted === 'string' ? frame.includes(wanted) : wanted instanceof RegExp ? wanted.test(frame) : wanted(frame)
  return {
    frame: () => frame,
    send,
    press: (...keys) => {
      for (const key of keys) send(sent[key] ?? key)
    },
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const end = (act: () => void) => {
          clearTimeout(timer)
          waiting.delete(look)
          act()
        }
        const look = () => {
          if (holds(wanted)) end(() => resolve(frame))
        }
        const timer = setTimeout(() => end(() => reject(new Error(`没有出现 ${wanted}，最后一屏：\n${frame}`))), waitMs)
        waiting.add(look)
        look()
      }),
    end: () => {
      desk.closed = true
      app.unmount()
    },
  }
}
