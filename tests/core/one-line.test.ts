import { expect, test } from 'vitest'
import { z } from 'zod'
import { oneLine } from '../../core/contract/shared.ts'

const title = oneLine('标题', 12)

test('a title is kept as one line that reads as it stands', () => {
  expect(title.parse(' 供暖\r\n公告\u202egpj.exe\u2069 ')).toBe('供暖 公告gpj.exe')
  expect(title.parse('\ufeff供\u200b暖')).toBe('供暖')
})

test('signs that join letters or pictures stay', () => {
  expect(title.parse('👨‍👩‍👧 一家')).toBe('👨‍👩‍👧 一家')
})

test('what is nothing but unseen signs is no title; what is too long is counted as it is kept', () => {
  expect(z.prettifyError(title.safeParse('\u200b\u202e').error as z.ZodError)).toContain('请输入标题')
  expect(title.safeParse(`${'\u200b'.repeat(20)}十二字以内`).success).toBe(true)
  expect(title.safeParse('一二三四五六七八九十一二三').success).toBe(false)
})
