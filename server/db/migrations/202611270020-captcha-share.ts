import type { Maker } from '../maker.ts'

/** 每个网段取走的验证码有自己的份额：取得再多，也挤不掉别人的. */
export async function up(make: Maker): Promise<void> {
  await make.add('captcha', { share: 'text?' })
  await make.index('captcha', ['share', 'expiresAt'])
}
