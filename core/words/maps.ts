import { eachPiece } from './text-of.ts'

/** A picture that is by its words a map. */
export interface PlainMap {
  /** Its words; empty: the title of the article says it. */
  readonly alt: string
  readonly src: string
}

/** What a map is called. */
const called = /地图|区划图|区位图|位置图|路线图|线路图|交通图|导览图|导游图|水系图|地形图|地势图|影像图|卫星图/
/** As the surveying authorities write it: 审图号：GS（2024）0650号, 京S（2023）012号. */
const number = /(?:GS|[\u4e00-\u9fff]S)[\u4e00-\u9fff]{0,4}\s?[（(〔[]?\d{4}[）)〕\]]?\s?\d{1,6}\s?号/i
const attributes = { alt: /\salt="([^"]*)"/i, src: /\ssrc="([^"]*)"/i } as const
const attribute = (tag: string, name: keyof typeof attributes): string => attributes[name].exec(tag)?.[1] ?? ''

/**
 * Maps among the pictures of a text that does not give a map's number of approval (审图号), which a public map has to bear.
 * @param html as it is kept, cleaned
 * @param title of the article: a picture without words of its own is what it says
 */
export function mapsWithoutNumber(html: string, title: string): readonly PlainMap[] {
  const pictures: PlainMap[] = []
  let said = ''
  eachPiece(html, {
    text(words) {
      said += words
    },
    tag(name, from, to) {
      if (name !== 'img') return
      const tag = html.slice(from, to)
      pictures.push({ alt: attribute(tag, 'alt'), src: attribute(tag, 'src') })
    },
  })
  const maps = pictures.filter(({ alt }) => called.test(alt || title))
  return maps.length === 0 || number.test(`${said}\n${pictures.map(({ alt }) => alt).join('\n')}`) ? [] : maps
}

/** What is asked for. */
export const mapSays = '公开的地图应注明审图号，例如 审图号：GS（2024）0650号；写在图下或图片说明中'
