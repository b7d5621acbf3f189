import { parentPort } from 'node:worker_threads'
import { openReader } from '../../db/open.ts'
import { diskReason, writerOf } from '../write.ts'
import { type FinderTask, makeSegments } from './update.ts'

/** The thread's entry: makes the segments that it is given, and tells why it could not; null: it could. */
parentPort?.once('message', async ({ database, folder, due }: FinderTask) => {
  const { read, dialect, close } = await openReader(database)
  try {
    await makeSegments({ read, dialect }, writerOf(folder), due, async () => {})
    parentPort?.postMessage(null)
  } catch (error) {
    parentPort?.postMessage(diskReason(error))
  } finally {
    await close()
  }
})
