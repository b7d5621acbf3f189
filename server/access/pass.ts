import type { Parts } from '../context.ts'
import type { Secret } from '../secret.ts'

/** For what a browser asks without the token: who is signed in is given a pass, which opens one thing alone and is worth as much as its session. */
type Use = Extract<Parameters<Secret['mark']>[0], `${string} pass`>

/** How long a pass is good, where its session lasts as long. */
export const passLastsMs = 12 * 3600_000

const markOf = ({ secret }: Parts, use: Use, sessionId: string, until: string) => secret.mark(use, sessionId, until)

/** A pass of a session. */
export function passOf(parts: Parts, use: Use, sessionId: number): string {
  const until = String(parts.now() + passLastsMs)
  return `${sessionId}.${until}.${markOf(parts, use, String(sessionId), until)}`
}

/** The session of a pass, which may be over; null: it is none of ours, for another use, or too old. */
export function sessionOfPass(parts: Parts, use: Use, pass: string): number | null {
  const [sessionId = '', until = '', mark, ...more] = pass.split('.')
  if (more.length > 0 || !(Number(until) > parts.now()) || mark !== markOf(parts, use, sessionId, until)) return null
  return Number(sessionId)
}
