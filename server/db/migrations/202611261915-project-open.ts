import type { Maker } from '../maker.ts'

/** 工业项目公布时的文字另存一份，隐去联系人. 姓名已加密，已公布的在启动服务时补上. */
export async function up(make: Maker): Promise<void> {
  const text = 'text?'
  await make.add('industrialProject', { openTitle: text, openCompany: text, openPlace: text, openContent: text })
}
