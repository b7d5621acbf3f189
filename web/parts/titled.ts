import { quoted } from '../../core/domain/log-things.ts'

/** People have names and no titles. */
const people: readonly string[] = ['people', 'user', 'blacklist']
/** What is read has a title; what is only called something stands in plain marks. */
const texts: readonly string[] = ['article', 'suggestion', 'advice', 'notice', 'announcement', 'assignment']

/** What a row is called in a question or a notice. */
export const titled = (area: string, name: string): string =>
  people.includes(area) ? name : quoted(texts.includes(area) ? 'article' : area, name)

/** What a row's button or box is called: 「编辑《甲》」, 「编辑 李小燕」. */
export const labelled = (does: string, area: string, name: string): string =>
  people.includes(area) ? `${does} ${name}` : `${does}${titled(area, name)}`
