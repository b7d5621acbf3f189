import { expect, test } from 'vitest'
import { hideName, seekerIn } from '../../core/words/hide.ts'
import { namesIn } from '../../core/words/names.ts'

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
