import { expect, test } from 'vitest'
import { passwordFault, passwordStrength } from '../../core/domain/password.ts'

test.each([
  ['short1!', /至少 8 个字符/],
  ['密码', /至少 8 个字符/],
  ['        ', /空格/],
  ['88888888', /重复或连续/],
  ['abcabcabcab', /重复或连续/],
  ['Turnkey#4Turnkey#4Turn', /重复或连续/],
  ['12345678', /重复或连续/],
  ['87654321', /重复或连续/],
  ['abcdefgh', /重复或连续/],
  ['asdfghjkl', /重复或连续/],
  ['poiuytrewq', /重复或连续/],
  ['7890qwer1', /容易猜到/],
  ['Xinxi@123456', /容易猜到/],
  ['zhangwei1990', /容易猜到/],
  ['liming19880808', /容易猜到/],
  ['19900101a', /容易猜到/],
  ['ab1999-12-31', /容易猜到/],
  ['13800138000', /容易猜到/],
  ['1qaz@WSX', /容易猜到/],
  ['qwe!@#123', /容易猜到/],
  ['lixiaoyan2026', /不能含有账号/],
  ['Km-lixiaoyan_74.wu', /不能含有账号/],
  ['县政协办公室2026', /容易猜到/],
  ['白水县123456', /容易猜到/],
  ['李晓燕-20260', /姓名或单位过于相近|容易猜到/],
  ['白水县白水县12', /单位过于相近/],
  ['trustno1', /过于常见/],
  ['春天-19900101', null],
  ['xinxi-km4btq', null],
  ['Passw0rd', /容易猜到/],
  ['Admin@123', /容易猜到/],
  ['woaini1314', /容易猜到/],
  ['１２３４５６７８', /重复或连续/],
  ['LiXiaoyan1', /与账号过于相近/],
  ['lixiaoyanlixiaoyan', /与账号过于相近/],
  ['xiaoyan-7431', null],
  ['春江潮水连海平', /至少/],
  ['春江潮水连海平海上明月', null],
])('%s', (password, fault) => {
  const says = passwordFault(password, 'lixiaoyan', ['李晓燕', '白水县'])
  if (fault) expect(says).toMatch(fault)
  else expect(says).toBeNull()
})

test('how strong a password is grows with its length and kinds, and an unfit one is weak', () => {
  const strengths = ['woaini1314', 'kmbtqzla', 'kmbtqzla74', 'Km-btqzla74', 'Km-btqzla74.wu', '春江潮水连海平海上明月']
  expect(strengths.map((one) => passwordStrength(one))).toEqual(['弱', '弱', '中', '强', '强', '强'])
  expect(passwordStrength('aaaaaaaaaaaaaaab')).toBe('弱')
})
