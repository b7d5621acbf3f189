import { manyItems } from '../../questions.ts'
import type { Desk } from '../desk.ts'
import { question } from '../state/dialogs.ts'

/** Asks about some articles; of many the count must be typed. */
export const yesFor = async (desk: Desk, text: string, count: number): Promise<boolean> =>
  (await desk.ask(question(text, count > manyItems ? String(count) : null))) !== null
