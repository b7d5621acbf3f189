import { isFixedFile } from '../../core/domain/skin-files.ts'
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
  { finds: /<[a-z][^<>{}]{0,2000}\son[a-z]{3,20}\s*=/gi, says: () => '标签中不能写 on… 事件脚本' },
  { finds: /\bjavascript\s*:/gi, says: () => '链接中不能写脚本' },
  { finds: /<(?:base|object|embed)\b/gi, says: ([tag]) => `模板中不能用 ${tag.slice(1).toLowerCase()} 标签` },
]

const placeIn = (text: string, at: number): readonly [line: number, column: number] => {
  const before = text.slice(0, at).split('\n')
  return [before.length, (before.at(-1)?.length ?? 0) + 1]
}

/** What is wrong with one template of a skin. */
export function lintTemplate(path: string, { files }: Pick<SkinFiles, 'files'>): TemplateFault[] {
  const text = String(files[path])
  return rules.flatMap(({ finds, says }) =>
    [...text.matchAll(finds)].flatMap((found) => {
      const wrong = says(found, files)
      return wrong === null ? [] : [new TemplateFault(path, placeIn(text, found.index), wrong)]
    }),
  )
}

/** Style sheets bring nothing from elsewhere, drawings run nothing. */
const assetRules: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  css: [
    [/@import\b/gi, '样式中不能用 @import，请把内容写在同一个文件夹里'],
    [/\burl\(\s*["']?\s*(?:[a-z][a-z\d+.-]{0,20}:|\/\/)(?!image\/)/gi, '样式不能引用别的网站的文件'],
    [/\bexpression\s*\(|\bbehavior\s*:|-moz-binding/gi, '样式中不能写脚本'],
  ],
  svg: [
    [/<script\b|\son[a-z]{3,20}\s*=|\bjavascript\s*:|<foreignObject\b|<!ENTITY\b/gi, '矢量图中不能有脚本'],
    [/\b(?:xlink:)?href\s*=\s*["']?\s*(?!#)[^"'\s>]/gi, '矢量图不能引用别的文件'],
  ],
}

/** What is wrong with a style sheet or drawing. */
export function lintAsset(path: string, text: string): TemplateFault[] {
  const found = assetRules[path.slice(path.lastIndexOf('.') + 1)] ?? []
  const faults = found.flatMap(([pattern, says]) =>
    [...text.matchAll(pattern)].map(({ index }) => new TemplateFault(path, placeIn(text, index), says)),
  )
  const isDrawing = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)?<svg\b/i.test(text)
  return path.endsWith('.svg') && !isDrawing
    ? [...faults, new TemplateFault(path, null, '内容不是矢量图（SVG）')]
    : faults
}
