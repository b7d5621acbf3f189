import { formatDate } from '../../core/domain/time.ts'

/** More time that was given, as whoever waits is told of it; a reason that is not theirs to read is left out. */
export const extensionSays = (days: number, at: number, reason: string | null): string =>
  `答复期限延长 ${days} 个工作日${reason ? `：${reason}` : ''}（${formatDate(at)}告知）`
