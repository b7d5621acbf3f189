import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSecret } from '../../server/secret.ts'
import type { TestServer } from './server.ts'

/** What every captcha here is answered by. */
export const solution = 'ab12'

/** Puts captchas whose answer is known into a data folder, beside the server that has it open: nobody here reads pictures. */
export function putCaptchas(data: string, codeIds: Iterable<string>): void {
  const answer = openSecret(join(data, 'key')).mark('captcha', solution)
  const db = new DatabaseSync(join(data, 'xzx.db'), { timeout: 30_000 })
  const put = db.prepare('insert into captcha ("codeId", answer, "expiresAt") values (?, ?, ?)')
  const until = Date.now() + 10 * 60_000
  db.exec('begin')
  for (const codeId of codeIds) put.run(codeId, answer, until)
  db.exec('commit')
  db.close()
}

/** Has all captchas that are open answered by it, for no test can read one. */
export async function answerCaptchas({ parts: { db, secret } }: TestServer): Promise<void> {
  await db.write
    .updateTable('captcha')
    .set({ answer: secret.mark('captcha', solution) })
    .execute()
}
