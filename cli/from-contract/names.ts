/** `ll-theme` → `llTheme`. */
export const camel = (text: string): string => text.replace(/-([a-z0-9])/g, (_, c: string) => c.toUpperCase())

/** `roleUserList` → `role-user-list`. */
export const kebab = (text: string): string => text.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)

/** Fields whose own name is that of a flag which means something else in every command. */
const otherNames: Readonly<Record<string, string>> = { version: 'base-version' }

/** The flag of a field, without its dashes. */
export const flagName = (field: string): string => otherNames[field] ?? kebab(field)

/** What was typed for fields, by the fields' own names. */
export const fieldsTyped = (flags: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [
      Object.keys(otherNames).find((field) => camel(otherNames[field] as string) === name) ?? name,
      value,
    ]),
  )
