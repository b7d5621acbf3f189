import { usage } from './errors.ts'
import { givenLine } from './output/clean.ts'

/** The year that was typed. @param called what it is called here @throws usage for what is no year */
export function yearIn(text: string | undefined, example: string, called = '年份'): string {
  if (text === undefined) throw usage(`缺少${called}`, `例如 ${example}`)
  if (!/^\d{4}$/.test(text)) throw usage(`${called}无效：${givenLine(text)}`, `写四位数字，例如 ${example}`)
  return text
}
