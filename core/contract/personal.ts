import { isIdNumber } from '../domain/personal.ts'
import { text } from './shared.ts'

/** The number of a resident's card, with its check digit. */
export const idNumber = () =>
  text('身份证号', 18, 1)
    .trim()
    .toUpperCase()
    .check(({ value, issues }) => {
      if (!isIdNumber(value)) issues.push({ code: 'custom', message: '应为 18 位居民身份证号', input: value })
    })
    .meta({ title: '身份证号', maxLength: 18 })
