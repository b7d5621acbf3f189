/** True where a text breaks off, and so far nothing is wrong with it. */
function breaksOff(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const at = /at position (\d+)/.exec(message)?.[1]
    return at === undefined ? /end of JSON input|Unterminated/.test(message) : Number(at) >= text.length
  }
}

/** Where a text that is no JSON goes wrong, in words: 「第 3 行第 5 个字符附近」. The engine names a place for some faults only, and in English. */
export function jsonFault(text: string): string {
  if (text.trim() === '') return '内容是空的'
  if (breaksOff(text)) return '没有写完'
  let [good, bad] = [0, text.length]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (breaksOff(text.slice(0, middle))) good = middle
    else bad = middle
  }
  const lines = text.slice(0, bad - 1).split('\n')
  const at = `第 ${[...(lines.at(-1) ?? '')].length + 1} 个字符附近`
  return lines.length > 1 ? `第 ${lines.length} 行${at}` : at
}
