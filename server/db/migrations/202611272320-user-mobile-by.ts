import type { Maker } from '../maker.ts'

/** 手机号由谁登记：由权限较少的人登记的，不能凭短信登录. */
export const up = (make: Maker): Promise<void> => make.add('user', { mobileBy: 'ref?' })
