import { expect, test } from 'vitest'
import { hideName, seekerIn } from '../../core/words/hide.ts'
import { namesIn, perhapsIn } from '../../core/words/names.ts'

test.each([
  ['王晓东', ['王晓东']],
  ['王晓东女士', ['王晓东女士', '王晓东']],
  ['王晓东（女）', ['王晓东（女）', '王晓东']],
  ['王晓东(业主', ['王晓东(业主', '王晓东']],
  ['王晓东、李红梅', ['王晓东、李红梅', '王晓东', '李红梅']],
  ['王晓东和李红梅', ['王晓东和李红梅', '王晓东', '李红梅']],
  ['王晓东等五人', ['王晓东等五人', '王晓东']],
  ['王晓东13912345777', ['王晓东13912345777', '王晓东']],
  ['周大勇经理', ['周大勇经理', '周大勇']],
  ['可仙村村民王建国', ['可仙村村民王建国', '王建国']],
  ['王和平', ['王和平']],
  ['李女士', ['李女士']],
  ['青石县工业和信息化局', ['青石县工业和信息化局']],
])('what is filled in for a name tells: %s', (given, names) => {
  expect(namesIn(given)).toEqual(names)
})

test.each(['王晓东女士', '王晓东（业主）', '李红梅、王晓东', '王晓东等五人', '王晓东13912345777', '业主王晓东'])(
  'whoever is called %s is found and hidden by their name',
  (name) => {
    expect(seekerIn('我是王 晓 东，家门口路灯坏了').names(name)).toBe(true)
    expect(hideName('我是王晓东，家门口路灯坏了', name)).toBe('我是王**，家门口路灯坏了')
    expect(hideName('晓东同志您好', name)).toBe('**同志您好')
    // what is hidden of a proposal is not published by who writes none
    expect(['晓东同志您好', '晓东您好', '晓东路的灯'].map((text) => seekerIn(text).names(name))).toEqual([
      true,
      true,
      false,
    ])
  },
)

test.each([
  ['东街社区王晓东', '王晓东'],
  ['城关镇东街村王晓东', '王晓东'],
  ['三中教师王晓东', '王晓东'],
  ['退役军人王晓东', '王晓东'],
  ['反映人：王晓东', '王晓东'],
  ['业主(王晓东)', '王晓东'],
  ['匿名（王晓东）', '王晓东'],
  ['5号楼王晓东', '王晓东'],
  ['王晓东男', '王晓东'],
  ['王晓东一家', '王晓东'],
  ['王晓东（代父亲王建国）', '王建国'],
  ['王晓东代王建国', '王建国'],
  ['王晓东和妻子李红梅', '李红梅'],
  ['东街社区欧阳小芳', '欧阳小芳'],
  ['时代广场业主张明', '张明'],
  ['周大勇总经理', '周大勇'],
])('whoever is told of among other words is sure to be one: %s', (given, name) => {
  expect(namesIn(given)).toContain(name)
  expect(hideName(`${name}反映`, given)).not.toContain(name)
})

test.each([
  ['牛大力和单晓红', '单晓红'],
  ['王子涵妈妈', '王子涵'],
  ['王晓东东街社区', '王晓东'],
  ['东街社区高明', '高明'],
  ['单晓红的母亲', '单晓红'],
])('what may be a name, and a word as well, is hidden, and where it stands somebody is to look: %s', (given, name) => {
  expect(perhapsIn(given)).toContain(name)
  expect(seekerIn(`${name}反映`).mayName(given)).toBe(name)
  expect(hideName(`${name}反映`, given)).not.toContain(name)
})

test.each(['王晓东', '单晓红', '青石县林业局', '青石县兴旺粮油有限公司', '县工业和信息化局', '王晓东女士'])(
  'of one plain name, of an office or a company nothing else may be one: %s',
  (given) => expect(perhapsIn(given)).toEqual([]),
)

test('places and words of a field are not hidden wherever they stand', () => {
  const text = '林皋镇可仙村的路灯坏了，林业局说要向周边居民申请'
  for (const given of ['林皋镇可仙村村民王建国', '林业局王晓东', '申请人李红梅', '王晓东（方便时联系）'])
    expect([given, hideName(text, given)]).toEqual([given, text])
})
