/** What a text looks like beside its words: told where two versions have the same words, or the same picture in another width. */

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** How wide a picture, a cell or a column is, as its markup says it. */
function widthOf(element: Element): string {
  const styled = /(?:^|;)\s*width:\s*([^;]+)/.exec(element.getAttribute('style') ?? '')?.[1]?.trim()
  return styled ?? element.getAttribute('width') ?? ''
}

const within = (names: string) => (body: HTMLElement) =>
  [...body.querySelectorAll(names)].map(({ textContent }) => textContent).join('\n')
const styled = (name: string) => (body: HTMLElement) =>
  [...body.querySelectorAll<HTMLElement>('[style],[align]')]
    .map((one) => [
      one.style.getPropertyValue(name) || (name === 'text-align' && one.getAttribute('align')),
      one.textContent,
    ])
    .filter(([value]) => value)
    .map((pair) => pair.join('\t'))
    .join('\n')
const tags = (names: string) => (body: HTMLElement) =>
  [...body.querySelectorAll(names)].map(({ localName, textContent }) => `${localName}\t${textContent}`).join('\n')
const widths = (names: string) => (body: HTMLElement) => [...body.querySelectorAll(names)].map(widthOf).join('\n')

/** The kinds of looks by what people call them, each with what tells two versions apart. */
const looks: Readonly<Record<string, (body: HTMLElement) => string>> = {
  加粗: within('b,strong'),
  斜体: within('i,em'),
  下划线: within('u'),
  删除线: within('s,del,strike'),
  上下标: tags('sub,sup'),
  对齐: styled('text-align'),
  首行缩进: styled('text-indent'),
  字体: styled('font-family'),
  字号: styled('font-size'),
  颜色: (body) => styled('color')(body) + styled('background-color')(body),
  标题级别: tags('h1,h2,h3,h4,h5,h6'),
  列表: tags('ul,ol'),
  引用: within('blockquote'),
  表格宽度: widths('table,col,td,th'),
}

/** Pictures of both texts whose width has changed: 「图片宽度 640 → 320」, with their words where they have some. */
export function pictureWidths(before: string, after: string): string[] {
  const of = (html: string) => [...parsed(html).querySelectorAll('img,video')]
  const old = Map.groupBy(of(before), (one) => one.getAttribute('src') ?? '')
  return of(after).flatMap((one) => {
    const was = old.get(one.getAttribute('src') ?? '')?.shift()
    if (!was || widthOf(was) === widthOf(one)) return []
    const name = one.getAttribute('alt')
    const says = (width: string) => (width === '' ? '原始大小' : width === '100%' ? '通栏' : width)
    return [`图片${name ? `「${name}」` : ''}宽度 ${says(widthOf(was))} → ${says(widthOf(one))}`]
  })
}

/** What is otherwise in two texts with the same words: 「加粗」, 「对齐」, 「图片宽度 640 → 320」; empty where it has no name here. */
export function lookChanges(before: string, after: string): string[] {
  const [old, now] = [parsed(before), parsed(after)]
  const names = Object.keys(looks).filter((name) => looks[name]?.(old) !== looks[name]?.(now))
  return [...names, ...pictureWidths(before, after)]
}
