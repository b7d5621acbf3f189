import { parentPort } from 'node:worker_threads'
import { openReader } from '../../db/open.ts'
import { type FinderTask, flags } from './aside.ts'
import { updateFinder } from './update.ts'

/** The thread's entry: brings the index up to date and tells why it could not; null: it could. It waits where it stands while pages are made. */
parentPort?.once('message', async ({ database, folder, now, flag }: FinderTask) => {
  const { read, dialect, close } = await openReader(database)
  const stopped = () => Atomics.load(flag, 0) === flags.stop
  const turn = async () => void Atomics.wait(flag, 0, flags.pause)
  try {
    parentPort?.postMessage(await updateFinder({ db: { read, dialect }, folder, now: () => now }, stopped, turn))
  } finally {
    await close()
  }
})
