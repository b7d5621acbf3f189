/** The one rule for links that people enter and the site shows. */

/** What a refusal says of a link that is none. */
export const linkForm = '应以 http://、https:// 或 / 开头，不能含空格'

/** A link that may be shown: http(s), or a path on this server, without blanks and backslashes; null for all else. */
export function safeLink(url: string | null): string | null {
  const link = url?.trim() ?? ''
  if (/^\/(?![/\\])[^\s\\]*$/.test(link)) return link
  return /^https?:\/\/[^\s\\]+$/i.test(link) && URL.canParse(link) ? link : null
}
