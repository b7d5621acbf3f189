import { file } from '../../../core/contract/file.ts'
import {
  fileStates,
  type ProblemRow,
  type SkinFileRow,
  type SkinRow,
  template,
} from '../../../core/contract/template.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(template)
export const files = callsOf(file)

export const right = 'template_writeFileContent' as const

const query = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString()
export const places = {
  skins: '/main/system/template',
  files: (skin: string, file = '') => `/main/system/templateFile?${query({ skin, ...(file && { file }) })}`,
  /** @param from another file, whose text a new one begins with */
  edit: (file: string, from = '') => `/main/system/templateEditor?${query({ file, ...(from && { from }) })}`,
  read: (file: string) => `/main/system/tempContent?${query({ file })}`,
}

export const skinOf = (fileName: string): string => fileName.slice(0, fileName.indexOf('/'))
/** The file's path in its skin. */
export const pathOf = (fileName: string): string => fileName.slice(fileName.indexOf('/') + 1)

export const stateSays = ({ state }: Pick<SkinFileRow, 'state'>): string => (state ? fileStates[state] : '')

/** A problem in one line. */
export function problemSays({ fileName, line, column, says, page }: ProblemRow): string {
  const at = line === null ? '' : ` 第 ${line} 行${column === null ? '' : `第 ${column} 列`}`
  return `${fileName ? `${fileName}${at}：` : ''}${says}${page ? `（生成「${page}」时）` : ''}`
}

/** The names of the site's skin and of those that it stands on: what is written of one of them shows at once. */
export function shownSkins(skins: readonly SkinRow[]): string[] {
  const chain: string[] = []
  for (let at = skins.find(({ active }) => active); at && !chain.includes(at.name); ) {
    chain.push(at.name)
    const { base } = at
    at = skins.find(({ name }) => name === base)
  }
  return chain
}
