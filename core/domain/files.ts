/** What a file is by its content: how people call it, and how its name may end. */
export const fileKinds = {
  pdf: { says: 'PDF', endings: ['pdf'] },
  word: { says: 'Word 文档', endings: ['docx'] },
  sheet: { says: 'Excel 表格', endings: ['xlsx'] },
  slides: { says: 'PowerPoint 演示文稿', endings: ['pptx'] },
  ofd: { says: 'OFD 版式文件', endings: ['ofd'] },
  older: { says: '旧版 Office 或 WPS 文件', endings: ['doc', 'xls', 'ppt', 'wps', 'et', 'dps'] },
  zip: { says: '压缩包', endings: ['zip', 'rar', '7z'] },
  picture: { says: '图片', endings: ['jpg', 'jpeg', 'png'] },
} as const satisfies Readonly<Record<string, { readonly says: string; readonly endings: readonly string[] }>>
export type FileKind = keyof typeof fileKinds

/** All of them: what an office sends one another. */
export const everyKind = Object.keys(fileKinds) as FileKind[]

/** What people are given to take with them; a picture belongs into the text, where it is drawn anew and bears no place and no camera. */
export const documentKinds = everyKind.filter((kind) => kind !== 'picture')

/** `增加《a.pdf》，移除《b.pdf》`, from the files that were there to those that are; empty where they are the same. */
export function filesChange(before: readonly NamedFile[], after: readonly NamedFile[]): string {
  const missing = (from: readonly NamedFile[], among: readonly NamedFile[]) =>
    from.filter((one) => !among.some(({ id }) => id === one.id)).map(({ name }) => `《${name}》`)
  const parts = [
    ['增加', missing(after, before)],
    ['移除', missing(before, after)],
  ] as const
  const said = parts.flatMap(([verb, names]) => (names.length > 0 ? `${verb}${names.join('、')}` : [])).join('，')
  const moved = said === '' && before.some(({ id }, i) => id !== after[i]?.id)
  return moved ? '调整了顺序' : said
}

/** A file as a history names it. */
export interface NamedFile {
  readonly id: string
  readonly name: string
}

/** How a file's name ends, in small letters. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** The numbers in a list of files that a row keeps among its own columns: `12,15`. */
export const fileIds = (list: string | null | undefined): number[] => (list ? list.split(',').map(Number) : [])

/** `1.5 MB`, as people say a size. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} 字节`
  const kb = bytes / 1024
  return kb < 1024 ? `${Math.round(kb)} KB` : `${(kb / 1024).toFixed(1)} MB`
}
