import { openReader } from '../db/open.ts'
import { checkLog } from '../log.ts'
import type { Key } from '../secret.ts'

/** Checks the operation log on a connection of its own, for a thread. */
export async function checkLogAside(input: { readonly database: string; readonly key: Key }) {
  const { read, close } = await openReader(input.database)
  try {
    return await checkLog(read, input.key)
  } finally {
    await close()
  }
}
