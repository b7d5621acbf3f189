/** `ll-theme` → `llTheme`. */
export const camel = (text: string): string => text.replace(/-([a-z0-9])/g, (_, c: string) => c.toUpperCase())

/** `roleUserList` → `role-user-list`: how areas, calls and fields are typed. */
export const kebab = (text: string): string => text.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
