import type { Maker } from '../maker.ts'

/** 公众上传、待提交的附件记下来自哪个网络（只存标记，提交后清除），使一个网络不能占满位置. */
export async function up(make: Maker): Promise<void> {
  await make.add('attachment', { sender: 'text?' })
}
