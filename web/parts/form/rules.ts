import type { z } from 'zod'
import { type Issue, reasonOf } from '../../../core/issues.ts'

/** An antd rule from the contract's own schema: what the server would refuse is said at the field. */
export const rule = (schema: z.ZodType) => ({
  validator: async (_rule: unknown, value: unknown) => {
    const empty = schema.safeParse(undefined).success ? undefined : ''
    const judged = schema.safeParse(value ?? empty)
    if (!judged.success) throw new Error(reasonOf(judged.error.issues[0] as Issue))
  },
})

/** A field that must not be empty. */
export const required = (message: string) => ({
  validator: async (_rule: unknown, value: unknown) => {
    if (value === undefined || value === null || String(value).trim() === '') throw new Error(message)
  },
})
