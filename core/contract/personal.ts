import { isIdNumber } from '../domain/personal.ts'
import { text } from './shared.ts'

const hasForm = (text: string) => /^[1-9]\d{16}[\dX]$/.test(text)

/** The number of a resident's card, with its check digit. */
export const idNumber = () =>
  text('身份证号', 18, 1)
    .trim()
    .toUpperCase()
    .check(({ value, issues }) => {
      if (isIdNumber(value)) return
      const says = hasForm(value) ? '，这一个的校验码（末位）不对，请逐位核对' : ''
      issues.push({ code: 'custom', message: `应为 18 位居民身份证号${says}`, input: value })
    })
    .meta({ title: '身份证号', maxLength: 18, personal: true })
