import { expect, test } from 'vitest'
import { safeLink } from '../../core/domain/links.ts'

test.each([
  ['https://www.gov.cn/a?b=1', 'https://www.gov.cn/a?b=1'],
  [' http://zx.example.cn ', 'http://zx.example.cn'],
  ['/site/a/0/1.html', '/site/a/0/1.html'],
  ['//evil.example/', null],
  ['/\\evil.example/', null],
  ['javascript:alert(1)', null],
  ['https://a b.cn/', null],
  ['https://', null],
  ['', null],
])('%j may be shown as %j', (url, shown) => expect(safeLink(url)).toBe(shown))
