import type { FormInstance } from 'antd'
import { useRef } from 'react'
import type { RefusedField } from '../../../core/refused-fields.ts'

/** What the server refused of a form's fields, at these fields. @param toFault leads to the first of them */
export function useRefused<T extends object>(form: FormInstance<T>, toFault: () => void) {
  const refused = useRef<(string | number)[][]>([])
  return {
    /** Before it is sent anew: what was refused may be right now that another field has changed. */
    clearRefused() {
      form.setFields(refused.current.map((name) => ({ name: name as never, errors: [] })))
      refused.current = []
    },
    /** @param still leaves the cursor where it is. @returns whether all is said where somebody looks at it */
    showRefused(fields: readonly RefusedField[], still: boolean): boolean {
      const there = new Map(form.getFieldsError().map(({ name }) => [name.join('.'), name]))
      const errors = fields.flatMap(({ field, says }) => {
        const name = there.get(field)
        return name ? [{ name, errors: [says] }] : []
      })
      if (errors.length < fields.length) return false
      refused.current = errors.map(({ name }) => name)
      form.setFields(errors as never)
      if (!still) toFault()
      return !still
    },
  }
}
