import { runsByName } from '../../core/domain/file-scripts.ts'

/** To where what stands in a document leads. */

/** As the address of something is read: blanks and signs that are not seen are not there. */
export const address = (value: string) => value.replace(/[\s\p{Cc}\p{Cf}]+/gu, '')
const outside = /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i
/** A file on the writer's own disk, as Word names the template there. */
const ownDisk = /^file:\/\/\/[a-z]:/i
const drive = /^[a-z]:[\\/]/i
const leavesDisk = /\.\.|[\\/]{2}/
const isOwnDisk = (said: string) => ownDisk.test(said) && !leavesDisk.test(said.slice('file:///'.length))

/** An address in the ways in which it may be read. */
function readings(value: string): string[] {
  const said = [address(value)]
  try {
    said.push(address(decodeURIComponent(value)))
  } catch {
    // no other way to read it
  }
  return said
}

/** Whether what is fetched from there is fetched from elsewhere. */
export const leadsOutside = (value: string): boolean =>
  readings(value).some((one) => outside.test(one) && !isOwnDisk(one))

/** A file that a PDF names: there a path from the root begins with a disk, or with another computer. A pipe is a program. */
const otherFile = /^(?:[a-z][a-z\d+.-]*:|[\\/](?![a-z][\\/])|%pipe|\|)/i
/** Whether a file that is named lies on another computer, or on the web. */
export const liesOutside = (value: string): boolean =>
  readings(value).some((one) => otherFile.test(one) && !isOwnDisk(one) && !(drive.test(one) && !leavesDisk.test(one)))

/** From where data are taken, and what says it in other words. */
const sources = /(?:data source|dbq)\s?=\s?["']?([^;"']*)/gi
const elsewhere = /[\\/]{2}|\b(?:server|address|addr|url)\s?=/i
/** Data that lie in the workbook itself. */
const inItself = /^\$workbook\$$/i
/** Whether what is asked of data takes them from elsewhere. */
export const asksOutside = (value: string): boolean => elsewhere.test(value)
/** Whether a connection to data goes elsewhere than to a disk; where it does not say to what, it does. */
export function connectsOutside(value: string): boolean {
  if (address(value) === '') return false
  const said = [...value.matchAll(sources)].map(([, source = '']) => source.trim())
  return asksOutside(value) || said.length === 0 || said.some((source) => !drive.test(source) && !inItself.test(source))
}

/** What is opened by a press beside a page is a program, or lies on another computer. */
export const presses = '含有会打开程序或其他电脑上文件的链接'
const pages = /^(?:https?|ftp|mailto|tel):/i
const isOwnFile = (said: string) => (isOwnDisk(said) || drive.test(said)) && !runsByName(said)

/** What a link does that is pressed; null: it leads to a page, a place in the document, or a file of whoever wrote it. */
export const linkDoes = (value: string): string | null =>
  readings(value).some((one) => outside.test(one) && !pages.test(one) && !isOwnFile(one)) ? presses : null

/** The same of what comes before all links that say no more than a name: it leads to pages, or nowhere. */
export const baseDoes = (value: string): string | null =>
  readings(value).some((one) => outside.test(one) && !pages.test(one)) ? presses : null
