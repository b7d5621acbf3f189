import type { Key } from 'ink'

/** Ink's flags and the names that the key table uses. */
const flags = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const satisfies readonly (readonly [keyof Key, string])[]

const segments = new Intl.Segmenter('zh', { granularity: 'grapheme' })

const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u001b': 'esc',
}

function nameOf(character: string): string {
  const known = controls[character]
  if (known) return known
  const code = character.charCodeAt(0)
  return code < 27 ? `ctrl+${String.fromCharCode(code + 96)}` : character
}

/**
 * The presses of one input event, by name: `up`, `ctrl+u`, `a`, `中`.
 * Keys that arrive together (held down, or over a slow line) and text from an input method come as several.
 */
export function pressesOf(input: string, key: Key): string[] {
  const named = flags.find(([flag]) => key[flag])
  if (named) return [named[1]]
  if (key.tab) return [key.shift ? 'shift+tab' : 'tab']
  if (key.ctrl) return [`ctrl+${input}`]
  const presses = [...segments.segment(input)].map(({ segment }) => nameOf(segment))
  // Alt starts nothing here: it is Esc and the next key, pressed quickly or over a slow line
  return key.meta ? ['esc', ...presses] : presses
}

/** True for a press that is text. */
export const isText = (press: string): boolean =>
  [...segments.segment(press)].length === 1 && !/[\u0000-\u001f\u007f]/.test(press)
