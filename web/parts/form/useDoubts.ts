import { buttons } from '../../../core/text.ts'
import { useConfirm } from '../confirm.tsx'

/**
 * A save before which something is asked, where what is to be saved gives cause for doubt.
 * @param doubts the questions that are asked now, one after the other; whoever answers no to one goes on writing
 */
export function useDoubts(doubts: () => readonly string[], save: () => Promise<unknown>) {
  const confirm = useConfirm()
  return async () => {
    for (const text of doubts()) if (!(await confirm({ text, ok: buttons.save, careful: true }))) return
    await save()
  }
}
