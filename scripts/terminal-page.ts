import stringWidth from 'string-width'

/** Draws a captured terminal screen (text with SGR sequences) as HTML, each character in its cells. */

const basic = ['#1c1f24', '#e0616a', '#7fc97f', '#e0b252', '#6aa5e8', '#c38be0', '#5fc0c8', '#d6d9de']
const bright = ['#7a818c', '#ff8a92', '#a0e8a0', '#ffd479', '#92c5ff', '#dfb0ff', '#86e2ea', '#ffffff']

interface Style {
  color?: string | undefined
  background?: string | undefined
  bold?: boolean
  dim?: boolean
  inverse?: boolean
  underline?: boolean
}

function colour256(n: number): string {
  if (n < 8) return basic[n] as string
  if (n < 16) return bright[n - 8] as string
  if (n >= 232) return `rgb(${Array(3).fill(8 + (n - 232) * 10)})`
  const level = (v: number) => (v === 0 ? 0 : 55 + v * 40)
  const i = n - 16
  return `rgb(${[Math.floor(i / 36), Math.floor(i / 6) % 6, i % 6].map(level)})`
}

/** Applies the numbers of one SGR sequence. */
function apply(style: Style, codes: number[]): Style {
  const next = { ...style }
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] as number
    if (code === 0) return apply({}, codes.slice(i + 1))
    if (code === 1) next.bold = true
    else if (code === 2) next.dim = true
    else if (code === 4) next.underline = true
    else if (code === 7) next.inverse = true
    else if (code === 22) next.bold = next.dim = false
    else if (code === 27) next.inverse = false
    else if (code === 39) next.color = undefined
    else if (code === 49) next.background = undefined
    else if (code >= 30 && code <= 37) next.color = basic[code - 30]
    else if (code >= 90 && code <= 97) next.color = bright[code - 90]
    else if (code >= 40 && code <= 47) next.background = basic[code - 40]
    else if (code >= 100 && code <= 107) next.background = bright[code - 100]
    else if (code === 38 || code === 48) {
      const rgb = codes[i + 1] === 2
      const value = rgb ? `rgb(${codes.slice(i + 2, i + 5)})` : colour256(codes[i + 2] as number)
      if (code === 38) next.color = value
      else next.background = value
      i += rgb ? 4 : 2
    }
  }
  return next
}

function css(style: Style): string {
  const [front, back] = [style.color ?? '#d6d9de', style.background ?? 'transparent']
  const [color, background] = style.inverse ? [back === 'transparent' ? '#1c1f24' : back, front] : [front, back]
  return [
    `color:${color}`,
    `background:${background}`,
    ...(style.bold ? ['font-weight:700'] : []),
    ...(style.dim ? ['opacity:.65'] : []),
    ...(style.underline ? ['text-decoration:underline'] : []),
  ].join(';')
}

const asHtml = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)
const segments = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** A run of one style: its background lies under all its cells, so that no seam shows between them. */
function cells(text: string, style: Style): string {
  if (text === '') return ''
  const inner = [...segments.segment(text)].map(
    ({ segment }) => `<i style="width:${stringWidth(segment)}ch">${asHtml(segment)}</i>`,
  )
  return `<b style="${css(style)}">${inner.join('')}</b>`
}

/** A whole page with the screen in one `<pre>`. */
export function terminalPage(screen: string): string {
  let style: Style = {}
  const lines = screen
    .replace(/\n$/, '')
    .split('\n')
    .map((line) =>
      line
        .split(/\u001b\[([\d;]*)m/)
        .map((part, i) => {
          if (i % 2 === 0) return cells(part, style)
          style = apply(style, part.split(';').map(Number))
          return ''
        })
        .join(''),
    )
  return `<!doctype html><meta charset="utf-8"><style>
pre{display:inline-block;margin:0;padding:14px 18px;background:#1c1f24;border-radius:8px;font:15px/1.45 "DejaVu Sans Mono","Noto Sans Mono CJK SC",monospace}
b{display:inline-block;font-weight:400;height:1.45em;vertical-align:top}
i{display:inline-block;font-style:normal;overflow:hidden;height:1.45em;vertical-align:top;white-space:pre;text-align:center}
</style><pre>${lines.join('\n')}</pre>`
}
