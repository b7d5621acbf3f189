/** What is to be said of an article's voice. */
export const voiceStates = {
  0: '正在生成',
  1: '可以收听',
  2: '文字已改动',
  3: '没有生成',
} as const
export type VoiceState = keyof typeof voiceStates

/** `12:05`, `1:02:05`: how long a sound is. */
export function lengthWords(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    Math.floor(seconds % 60),
  ]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The same in words, as a page says it: 12 分 5 秒. */
export function lengthSays(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes === 0) return `${rest} 秒`
  return rest === 0 ? `${minutes} 分钟` : `${minutes} 分 ${rest} 秒`
}

/** Articles have an own name for their sound: nobody attaches one. */
export const voiceKind = 'sound'
