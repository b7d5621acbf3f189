import { expect, test } from 'vitest'
import { maskedAs, personalIn } from '../../core/words/personal.ts'

const told = (text: string) => personalIn(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])

test.each([
  ['联系人王某，手机 13812345678。', [['phone', '13812345678']]],
  [
    '电话：138-1234-5678、+86 139 1234 5678',
    [
      ['phone', '138-1234-5678'],
      ['phone', '86 139 1234 5678'],
    ],
  ],
  ['１３８１２３４５６７８', [['phone', '１３８１２３４５６７８']]],
  ['身份证号11010519491231002X，', [['idNumber', '11010519491231002X']]],
  ['身份证 110105 19491231 002x', [['idNumber', '110105 19491231 002x']]],
  ['旧身份证 110105491231002', [['idNumber', '110105491231002']]],
  ['卡号 6222 0212 0200 1234 560 开户行', []],
  ['账号 4111 1111 1111 1111', [['bankCard', '4111 1111 1111 1111']]],
  [
    '两个号 13812345678 13912345678',
    [
      ['phone', '13812345678'],
      ['phone', '13912345678'],
    ],
  ],
  ['家庭住址：青石县人民路12号3单元501室，其妻', [['address', '青石县人民路12号3单元501室']]],
  ['现住清河镇柳庄村三组', [['address', '清河镇柳庄村三组']]],
])('%s', (text, expected) => {
  expect(told(text)).toEqual(expected)
})

test.each([
  '青政发〔2026〕13812号',
  '2026-11-25 08:30:00，第 110105194912310021 号（校验位不符）',
  '统一社会信用代码 91110105MA01234567',
  '电话 0312-1234567、12345、110',
  '订单 138123456789012 共 11 位以上',
  'https://example.cn/a/13812345678x.html',
  '单位地址：青石县人民路 1 号',
  '家庭教育是教育的开端，居住环境得到改善',
  '项目编号 20261125123456789',
])('nothing of anybody: %s', (text) => {
  expect(told(text)).toEqual([])
})

test('hidden, one still sees what it is', () => {
  expect(maskedAs('phone', '13812345678')).toBe('138****5678')
  expect(maskedAs('idNumber', '11010519491231002X')).toBe('11*************02X')
  expect(maskedAs('address', '青石县人民路12号3单元501室')).toBe('青石县人民路****')
})

test('a long text of digits, blanks or labels takes no longer than its length', () => {
  const pieces = ['1', '1 ', '家庭住址：', '家庭住址：青石县人民路', '110105 ', '62 ', '622 ']
  for (const piece of pieces) {
    const cost = (length: number) => {
      const text = piece.repeat(length / piece.length)
      const start = performance.now()
      personalIn(text)
      return performance.now() - start
    }
    const least = (length: number) => Math.min(cost(length), cost(length), cost(length))
    const [short, long] = [least(60_000), least(600_000)]
    expect(long, piece).toBeLessThan(Math.max(short, 5) * 60)
  }
})
