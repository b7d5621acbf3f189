import { openReader } from '../db/open.ts'
import { type Anchor, checkAgainst } from '../log-anchor.ts'
import type { CheckedLog } from '../log-check.ts'
import type { Key } from '../secret.ts'

interface Input {
  readonly database: string
  readonly key: Key
  /** Where the server's own anchors are. */
  readonly dataDir: string
  /** Anchors that were kept elsewhere. */
  readonly brought?: readonly Anchor[]
}

/** Checks the operation log on a connection of its own, for a thread. */
export async function checkLogAside({ database, key, dataDir, brought }: Input): Promise<CheckedLog> {
  const { read, close } = await openReader(database)
  return checkAgainst(read, key, dataDir, brought && { brought }).finally(close)
}
