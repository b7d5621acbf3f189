import type { FormInstance } from 'antd'
import { showsFields } from '../../data/client.ts'
import { useRefused } from './useRefused.ts'

/** For a dialog with a form of its own: what the server refuses of its fields while something is done stands at them. */
export function useAtFields<T extends object>(form: FormInstance<T>) {
  const { clearRefused, showRefused } = useRefused(form, () => {
    const name = form.getFieldsError().find(({ errors }) => errors.length > 0)?.name
    if (name) form.focusField?.(name as never)
  })
  return async (does: () => Promise<unknown>): Promise<void> => {
    clearRefused()
    const shown = showsFields((fields) => showRefused(fields, false))
    try {
      await does()
    } finally {
      shown()
    }
  }
}
