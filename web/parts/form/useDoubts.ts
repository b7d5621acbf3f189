import { buttons } from '../../../core/text.ts'
import { useConfirm } from '../confirm.tsx'

/**
 * A save before which something is asked, where what is to be saved gives cause for doubt.
 * @param doubts the questions that are asked now, one after the other; whoever answers no to one goes on writing
 * @param ok what the button says that saves
 */
export function useDoubts(doubts: () => readonly string[], save: () => Promise<unknown>, ok: string = buttons.save) {
  const confirm = useConfirm()
  return async () => {
    for (const text of doubts()) if (!(await confirm({ text, ok, careful: true }))) return
    await save()
  }
}
