import type { Maker } from '../maker.ts'

/** 更正信件数时统计的数；以前的更正没有记下. */
export async function up(make: Maker): Promise<void> {
  await make.add('mailCount', { thenReceived: 'int?', thenReplied: 'int?', thenOpened: 'int?' })
}
