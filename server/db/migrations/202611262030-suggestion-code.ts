import type { Maker } from '../maker.ts'

/** 建议的查询码：留手机号的提出人凭它和手机号查看办理情况和答复；此前收到的没有. */
export async function up(make: Maker): Promise<void> {
  await make.add('suggestion', { code: 'personal?', codeHash: 'text?' })
  await make.index('suggestion', ['codeHash'], { unique: true })
}
