import { Parser } from 'htmlparser2'
import { isFixedFile } from '../../core/domain/skin-files.ts'
import { runs } from './page-lint.ts'
import { wrongInSheet } from './sheet-lint.ts'
import { TemplateFault } from './skin.ts'
import type { SkinFiles } from './skin-files.ts'

/** What can be told of a template from its text alone, with the line where it stands. */

/** The first thing that a rule finds wrong with what it matched; null: nothing. */
interface Rule {
  readonly finds: RegExp
  readonly says: (found: RegExpExecArray, files: SkinFiles['files']) => string | null
}

const ownScript = /\bsrc\s*=\s*(["'])\{\{-?\s*site\.base\s*-?\}\}\/assets\/([\w.-]+)\1/
const isData = /\btype\s*=\s*(["'])application\/ld\+json\1/

const rules: readonly Rule[] = [
  {
    finds: /\{%-?\s*(?:render|include|layout)\s+(["'])([^"'{}%]{1,200})\1/g,
    says: ([, , name = ''], files) =>
      Object.hasOwn(files, `${name.replace(/\.liquid$/, '')}.liquid`) ? null : `引用的模板 ${name} 不存在`,
  },
  {
    finds: /<script\b[^>]{0,2000}>?/gi,
    says([tag], files) {
      if (isData.test(tag)) return null
      const [, , name = ''] = ownScript.exec(tag) ?? []
      return name && Object.hasOwn(files, `assets/${name}`) && isFixedFile(name)
        ? null
        : '模板中不能写脚本，只能引用随程序提供的脚本文件'
    },
  },
  { finds: /\bjavascript\s*:/gi, says: () => '链接中不能写脚本' },
  { finds: /<(?:base|object|embed)\b/gi, says: ([tag]) => `模板中不能用 ${tag.slice(1).toLowerCase()} 标签` },
]

const placeIn = (text: string, at: number): readonly [line: number, column: number] => {
  const before = text.slice(0, at).split('\n')
  return [before.length, (before.at(-1)?.length ?? 0) + 1]
}

/** Liquid without its words, each character where it was: names that are given there are no attributes. */
const withoutTags = (text: string) => text.replace(/\{%[^%]*%\}/g, (tag) => tag.replace(/[^\n]/g, ' '))
const handler = /\son[a-z]{3,20}\s{0,20}=/gi

const handlersIn = (path: string, text: string): TemplateFault[] =>
  [...withoutTags(text).matchAll(handler)].map(
    ({ index }) => new TemplateFault(path, placeIn(text, index + 1), '标签中不能写 on… 事件脚本'),
  )

/** What is wrong with one template of a skin, as far as its text tells; what comes onto pages is looked at there (page-lint.ts). */
export function lintTemplate(path: string, { files }: Pick<SkinFiles, 'files'>): TemplateFault[] {
  const text = String(files[path])
  const found = rules.flatMap(({ finds, says }) =>
    [...text.matchAll(finds)].flatMap((found) => {
      const wrong = says(found, files)
      return wrong === null ? [] : [new TemplateFault(path, placeIn(text, found.index), wrong)]
    }),
  )
  return [...found, ...handlersIn(path, text)]
}

/** Where the rest of a file begins does not change by what was read of the piece: escapes and remarks keep their lines. */
const faultsOf = (path: string, text: string, before = ''): TemplateFault[] => {
  const { wrong, read } = wrongInSheet(text)
  return wrong.map(({ index, says }) => {
    const whole = before + read
    return new TemplateFault(path, placeIn(whole, before.length + index), says)
  })
}

/** What a drawing is made of; what is not drawn, runs or shows pages of others is not among it. */
const drawn: ReadonlySet<string> = new Set(
  `svg g defs desc title metadata symbol use switch image style a view path rect circle ellipse line polyline polygon
  text tspan textPath linearGradient radialGradient stop pattern clipPath mask marker filter animate animateTransform
  animateMotion mpath set feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge
  feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)
const ofDrawings = 'http://www.w3.org/2000/svg'
/** What programs write into drawings for themselves, which no browser shows. */
const ofPrograms: ReadonlySet<string> = new Set([
  'http://www.w3.org/1999/xlink',
  'http://www.inkscape.org/namespaces/inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://purl.org/dc/elements/1.1/',
  'http://www.bohemiancoding.com/sketch/ns',
])

/** Whether a name is given to a namespace that has its place in drawings. */
const isKnownSpace = (attribute: string, value: string): boolean =>
  attribute === 'xmlns' || attribute === 'xmlns:svg' ? value === ofDrawings : ofPrograms.has(value)

/** What a tag of a drawing may not be or have: drawings run nothing and bring nothing along. */
function wrongInDrawing(name: string, attributes: Readonly<Record<string, string>>): string | null {
  const own = name.replace(/^svg:/, '')
  if (!own.includes(':') && !drawn.has(own)) return `矢量图中不能有 ${own.slice(0, 40)} 标签`
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^xmlns(?:$|:)/.test(attribute) && !isKnownSpace(attribute, value)) return '矢量图中不能有别的标记语言的内容'
    if (/^xmlns(?:$|:)/.test(attribute)) continue
    if (/^(?:[\w-]+:)?on/i.test(attribute) || value.split(';').some(runs)) return '矢量图中不能有脚本'
    if (/^(?:[\w-]+:)?(?:href|src|base)$/i.test(attribute) && !value.trim().startsWith('#'))
      return '矢量图不能引用别的文件'
    if (attribute === 'attributeName' && /href|^on/i.test(value)) return '矢量图中的动画不能改变链接'
    if (faultsOf('', value).length > 0) return '矢量图不能引用别的文件'
  }
  return null
}

/** A drawing is read as browsers read it, so that nothing hides behind the way in which it is written. */
function lintDrawing(path: string, text: string): TemplateFault[] {
  const faults: TemplateFault[] = []
  const add = (says: string) => faults.push(new TemplateFault(path, placeIn(text, parser.startIndex), says))
  let root = ''
  let inStyle = false
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        root ||= name
        inStyle = /^(?:\w+:)?style$/i.test(name)
        const says = wrongInDrawing(name, attributes)
        if (says) add(says)
      },
      onclosetag() {
        inStyle = false
      },
      ontext(words) {
        if (inStyle) faults.push(...faultsOf(path, words, text.slice(0, parser.startIndex)))
      },
      onprocessinginstruction(name, data) {
        if (/^!/.test(name) && /[[\]]|entity/i.test(data)) add('矢量图中不能有实体声明')
        else if (/^\?xml-/.test(name)) add('矢量图不能引用别的文件')
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return /^(?:\w+:)?svg$/.test(root) ? faults : [...faults, new TemplateFault(path, null, '内容不是矢量图（SVG）')]
}

/** What is wrong with a style sheet or drawing. */
export const lintAsset = (path: string, text: string): TemplateFault[] =>
  path.endsWith('.svg') ? lintDrawing(path, text) : path.endsWith('.css') ? faultsOf(path, text) : []
