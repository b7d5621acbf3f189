import type { Maker } from '../maker.ts'

/** 部门的全年发文目标. */
export async function up(make: Maker): Promise<void> {
  await make.add('dept', { target: 'int?' })
}
