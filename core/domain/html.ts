const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Plain text as it stands between the tags of HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => names[sign] as string)
