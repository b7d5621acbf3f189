import { expect, test } from 'vitest'
import { passwordFault, passwordStrength } from '../../core/domain/password.ts'
import { isCommonPassword } from '../../server/access/common-passwords.ts'

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
  ...(
    'Spring2026!! Monday@2026 Summer@2026 January@2026 October@2026 Windows@2026 Oracle@2026 Office@2026 Root@toor2026 Admin@2026#Qs ' +
    'System@2026x Hello@World1 zhonghuarenmingongheguo weirenminfuwu2026!! Gongzuo#2026qs nimda@8841-73 Zhengxie#88641207'
  )
    .split(' ')
    .map((one) => [one, /容易猜到/] as [string, RegExp]),
  ['nayoaixil-Q74km', /不能含有账号/],
  ['春江潮水连海平', /至少/],
  ['春江潮水连海平海上明月', null],
])('%s', (password, fault) => {
  const says = passwordFault(password, 'lixiaoyan', ['李晓燕', '白水县'])
  if (fault) expect(says).toMatch(fault)
  else expect(says).toBeNull()
})

const phrases = [
  ...['correct-horse-battery-staple', 'lamp post under rain', 'Lamp#gate88old', 'purple cactus sings low'],
  ...['seven.quiet.otters.dance', 'My2dogs-eat-noodles', 'Blue-kettle-91-ferry', 'spring onions for noodles'],
  ...['office plant needs water', 'Km-btqzla74.wu', 'Tq7-mRwx-29Lp', 'Zk4-vBnh-83Ws', 'Wq7#91$44@8%2k'],
  ...['chunjianghuayueye-wq', 'dakai chuanghu kan xue', 'baicaidunfentiao89', 'wo jia de mao bu chi yu'],
  ...[
    'hongshaorou-doufu-tang',
    '窗前三盆绿萝今天浇水',
    '食堂周三的红烧肉最好吃',
    '楼下老槐树2019年开花',
    '骑车去河边看日落吧',
  ],
]
test.each(phrases)('%s is a good one', async (phrase) => {
  expect(passwordFault(phrase, 'lixiaoyan', ['李晓燕', '白水县'])).toBeNull()
  expect(await isCommonPassword(phrase)).toBe(false)
})

test.each([
  ...['sunflower-8841-73!', 'Butterfly@2026xq', 'yllib@2026', 'Chelsea.Liverpool99', 'trustno1', 'Michael#1987#Qs'],
])('%s is a common word and hardly anything more', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test('the longest that may be are judged at once', async () => {
  const start = performance.now()
  for (const unit of ['a1b2', 'ad', 'qw', '政府', 'toor.']) {
    const long = unit.repeat(32).slice(0, 100)
    passwordFault(`${long}x`, 'lixiaoyan', ['李晓燕'])
    await isCommonPassword(long)
  }
  expect(performance.now() - start).toBeLessThan(1000)
})

test('how strong a password is grows with its length and kinds, and an unfit one is weak', () => {
  const strengths = ['woaini1314', 'kmbtqzla', 'kmbtqzla74', 'Km-btqzla74', 'Km-btqzla74.wu', '春江潮水连海平海上明月']
  expect(strengths.map((one) => passwordStrength(one))).toEqual(['弱', '弱', '中', '强', '强', '强'])
  expect(passwordStrength('aaaaaaaaaaaaaaab')).toBe('弱')
})
