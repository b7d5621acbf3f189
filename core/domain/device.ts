/** What browsers call themselves, the more particular first: many name others behind themselves. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bxzx\b/i, 'xzx 命令行'],
  [/MicroMessenger\/(\d+)/, '微信'],
  [/DingTalk\/(\d+)/, '钉钉'],
  [/QQBrowser\/(\d+)/, 'QQ 浏览器'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, '火狐'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d{1,4})\b/, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * Browser and device in a few words, of how a program calls itself: 「Edge 120，Windows」. Only words of ours and a version: what somebody
 * sends as its name is nobody's to read.
 * @returns null where neither is known
 */
export function deviceSays(agent: string): string | null {
  const program = programs.flatMap(([pattern, says]) => {
    const found = pattern.exec(agent)
    return found ? [`${says}${found[1] ? ` ${found[1]}` : ''}`] : []
  })[0]
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1]
  return [program, system].filter(Boolean).join('，') || null
}
