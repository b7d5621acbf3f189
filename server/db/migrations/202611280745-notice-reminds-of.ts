import type { Maker } from '../maker.ts'

/** 催读提醒记下催的是哪条通知：通知撤回、删除时一并去掉. */
export async function up(make: Maker): Promise<void> {
  await make.add('notice', { remindsOf: 'ref?' })
  await make.index('notice', ['remindsOf'], { there: 'remindsOf' })
}
