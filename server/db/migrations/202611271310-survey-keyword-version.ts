import type { Maker } from '../maker.ts'

/** 关键词的审核有版本：后一人知道前一人刚审核过. */
export const up = (make: Maker): Promise<void> => make.add('surveyKeyword', { version: ['int', 1] })
