import { openReader } from '../db/open.ts'
import { type Anchor, anchorFile, readAnchors } from '../log-anchor.ts'
import { type CheckedLog, checkLog } from '../log-check.ts'
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
export async function checkLogAside({ database, key, dataDir, brought = [] }: Input): Promise<CheckedLog> {
  const { anchors, forged } = await readAnchors(dataDir, key)
  const { read, close } = await openReader(database)
  try {
    const found = await checkLog(read, key, [...anchors, ...brought])
    if (!found.whole || forged === 0) return found
    return { ...found, whole: false, says: `锚点文件 ${anchorFile} 中有 ${forged} 行的签名不符，可能被改动过` }
  } finally {
    await close()
  }
}
