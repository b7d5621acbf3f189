import type { Maker } from '../maker.ts'

/** 导入的信件从哪里来，和来信的网络地址（只存摘要），以便看出一处来的许多信件. */
export async function up(make: Maker): Promise<void> {
  await make.add('mail', { sourceKey: 'text?', addressHash: 'text?' })
  await make.index('mail', ['sourceKey'], { unique: true })
  await make.index('mail', ['addressHash'])
}
