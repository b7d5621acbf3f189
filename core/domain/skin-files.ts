/** Skins and their files as people name them: `default/article.liquid`, `default/assets/style/1-base.css`. */

const names = '[a-z0-9][a-z0-9_-]{0,59}'
/** Of a file in `assets/`; a dot may stand within, as in `logo.small.png`. */
const assetNames = '[a-z0-9][a-z0-9._-]{0,59}'

/** What a file is, by its ending; `text` ones can be edited, `fixed` ones come with the program alone. */
export const skinKinds = {
  liquid: { says: '模板', text: true },
  css: { says: '样式', text: true },
  svg: { says: '矢量图', text: true },
  js: { says: '脚本', text: true, fixed: true },
  png: { says: '图片', text: false },
  jpg: { says: '图片', text: false },
  gif: { says: '图片', text: false },
} as const
export type SkinEnding = keyof typeof skinKinds

export const skinLimits = {
  /** Characters of a text. */
  text: 200_000,
  /** Bytes of a picture. */
  picture: 1024 * 1024,
  /** Files that a skin has of its own, and their bytes together. */
  files: 200,
  bytes: 10 * 1024 * 1024,
  /** Skins that were made here. */
  skins: 20,
  /** Wordings of a file that are kept. */
  revisions: 50,
  /** So many skins stand behind one another. */
  bases: 4,
} as const

/** `assets` is a folder of every skin: none is called so. */
export const isSkinName = (name: string): boolean =>
  name.length <= 40 && new RegExp(`^${names}$`).test(name) && name !== 'assets'

export const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
const kindOf = (path: string): (typeof skinKinds)[SkinEnding] | null =>
  Object.hasOwn(skinKinds, endingOf(path)) ? skinKinds[endingOf(path) as SkinEnding] : null

export const isTextFile = (path: string): boolean => kindOf(path)?.text === true
/** Scripts come with the program: who writes templates puts none into public pages. */
export const isFixedFile = (path: string): boolean => endingOf(path) === 'js'
export const fileSays = (path: string): string => kindOf(path)?.says ?? '文件'

const template = new RegExp(`^${names}\\.liquid$`)
const asset = new RegExp(`^assets/${assetNames}\\.(?:css|svg|js|png|jpg|gif)$`)
const sheetPart = new RegExp(`^assets/${names}/${assetNames}\\.css$`)

/** A file's path within its skin: a template, something in `assets/`, or a part of a style sheet in a folder there. Nothing else is one. */
export const isSkinPath = (path: string): boolean => template.test(path) || asset.test(path) || sheetPart.test(path)

/** `default/article.liquid` → skin and path; null for what names no file of a skin. */
export function splitFileName(fileName: string): { skin: string; path: string } | null {
  const [, skin = '', path = ''] = /^([^/]+)\/(.+)$/.exec(fileName) ?? []
  return isSkinName(skin) && isSkinPath(path) ? { skin, path } : null
}

/** The template's name without its ending, as columns name it. */
export const templateName = (path: string): string => path.replace(/\.liquid$/, '')

/** Folders before files, each by their names, numbers by their size. */
export function foldersFirst<F extends { readonly name: string; readonly type: 'DIR' | 'FILE' }>(
  files: readonly F[],
): F[] {
  return [...files].sort(
    (a, b) =>
      (a.type === b.type ? 0 : a.type === 'DIR' ? -1 : 1) || a.name.localeCompare(b.name, 'en', { numeric: true }),
  )
}
