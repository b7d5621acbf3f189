import type { Maker } from '../maker.ts'

/** Captchas that are over are looked for at each new one, which anybody may ask for. */
export async function up(make: Maker): Promise<void> {
  await make.index('captcha', ['expiresAt'])
}
