import { expect, test } from 'vitest'
import { asSeen } from '../../core/domain/laid.ts'
import { hideIn, hideName, hideOwn, seekerIn } from '../../core/words/hide.ts'

const id = '11010519491231002X'

test('numbers are hidden wherever they stand, in texts and within elements; the rest stays as it is', () => {
  const { changed, found, left } = hideIn([
    { field: 'title', text: `联系人 13812345678` },
    { field: 'content', text: `<p>电话 <b>13812345678</b>，证件 ${id} &amp; ${id}</p>`, html: true },
    { field: 'summary', text: '没有什么' },
  ])
  expect(Object.fromEntries(changed)).toEqual({
    title: '联系人 138****5678',
    content: '<p>电话 <b>138****5678</b>，证件 11*************02X &amp; 11*************02X</p>',
  })
  expect([found.total, left, Object.fromEntries(found.kinds)]).toEqual([4, 0, { phone: 2, idNumber: 2 }])
})

test('more than is told of at once is hidden too, and what goes across elements is counted as left', () => {
  const phones = Array.from({ length: 1200 }, (_, n) => `1381234${String(n).padStart(4, '0')}`)
  const many = hideIn([{ field: 'summary', text: phones.join('、') }])
  expect([many.found.total, many.left]).toEqual([1200, 0])
  const across = hideIn([{ field: 'content', text: '<p>138<b>1234</b>5678</p>', html: true }])
  expect([across.found.total, across.left, across.changed.size]).toEqual([1, 1, 0])
})

test.each([
  ['张三于昨日来访', '张三', '张*于昨日来访'],
  ['张 · 三、张__三和张．三', '张三', '张*、张*和张*'],
  ['张    三', '张三', '张*'],
  ['张⸺⸺⸺⸺三', '张三', '张*'],
  [`张${' '.repeat(9)}三`, '张三', `张${' '.repeat(9)}三`],
  ['买买提·吐尔逊和买买提吐尔逊', '买买提·吐尔逊', '买******和买******'],
  ['張三豐来访，张、三、丰', '张三丰', '张**来访，张**'],
  ['John Smith，JohnSmith', 'John Smith', 'J*********，J*********'],
  ['Wang Li, WANGLI', 'wang li', 'w******, w******'],
  ['张张三', '张三', '张张*'],
  ['没有写名字', '___', '没有写名字'],
])('「%s」 names 「%s」 as 「%s」', (text, name, told) => {
  expect(hideName(text, name)).toBe(told)
  expect(seekerIn(text).names(name)).toBe(told !== text)
})

test.each([
  ['电话13900002222', '13900002222', true],
  ['电话l39O0002222', '13900002222', true],
  ['电话I39-OOOO-2222', '13900002222', true],
  ['电话139和0000和2222', '13900002222', true],
  ['电话139    0000    2222', '13900002222', true],
  ['电话𝟏𝟑𝟗𝟎𝟎𝟎𝟎𝟐𝟐𝟐𝟐', '13900002222', true],
  ['电话①③⑨〇〇〇〇②②②②', '13900002222', true],
  ['电话一三九零零零零二二二二', '13900002222', true],
  ['电话１３９ ｏｏｏｏ ２２２２'.replace(/ /g, ''), '13900002222', true],
  ['电话l 39 O OOO 2 2 2 2', '13900002222', true],
  // a sign that only parts the groups is no figure
  ['电话139|0000|2222', '13900002222', true],
  ['电话13900002222', '+86 139 0000 2222', true],
  ['电话8613900002222', '13900002222', true],
  ['座机O913-6155555', '0913-6155555', true],
  ['电话13900002223，139 人，2222 件', '13900002222', false],
  ['电话l39O0002223', '13900002222', false],
  ['打 12345', '12345 678', false],
  ['Oil、IO、一三五限行', '13900002222', false],
])('「%s」 says 「%s」: %s', (text, own, holds) => {
  expect(seekerIn(text).tells(own)).toBe(holds)
})

test('a name and a text that are made to be slow take no longer than others of their length', () => {
  const started = process.cpuUsage()
  for (const sign of ['_', '·', '.', '*', '-', 'a', ' ']) {
    const name = sign.repeat(100)
    hideName(`${sign.repeat(99)}x`.repeat(1000), name)
    seekerIn(`${sign}l39O`.repeat(25_000)).tells('13900002222')
    seekerIn(`${`${sign}    `.repeat(99)}`.repeat(200)).names(name)
  }
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(4000)
})

test('a name is found through signs that nobody sees, as many as there are', () => {
  for (const between of ['\u200b'.repeat(9), '\u{e0020}', '\u{e0100}\u3164'])
    expect(seekerIn(asSeen(`我是王${between}建${between}国`)).names('王建国')).toBe(true)
})

test.each([
  ['住红旗小区3号楼2单元501室', true],
  ['红旗小区三号楼二单元五〇一室的住户', true],
  ['红旗小区绿化一事', false],
  ['白水县城关镇的道路', false],
])('「%s」 says where somebody lives: %s', (text, holds) => {
  expect(seekerIn(text).lives('白水县城关镇红旗小区3号楼2单元501室')).toBe(holds)
})

test('a picture between the signs hides neither a name, nor a number, nor an address of e-mail', () => {
  expect(hideName('我叫王👨建👨国', '王建国')).toBe('我叫王**')
  // whom an answer speaks to
  expect(hideName('建国同志您好，建国以来', '王建国')).toBe('**同志您好，建国以来')
  expect(seekerIn('wangjg AT 163 点 com').tells('wangjg@163.com')).toBe(true)
  for (const text of ['电话139👉0000👉2222', '微👍信zhangsan88', '卡6217🙂000012345678907', 'zhangsan😀@163.com'])
    expect(hideOwn(text), text).toContain('***')
})
