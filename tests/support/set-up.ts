import { afterAll, beforeEach } from 'vitest'
import type { Schema } from '../../server/db/tables.ts'
import { type Backend, startBackend } from './backend.ts'
import { type CliHome, cliHome, type RunOptions } from './cli.ts'
import { startServer, type TestServer } from './server.ts'
import { startWire, type Wire } from './wire.ts'

/** What the tests of one file share, ended after the last of them. To be called at the top of the file. */

/** A home for command lines. */
export function sharedHome(env: NonNullable<RunOptions['env']>): CliHome {
  const home = cliHome({ env })
  afterAll(() => home.remove())
  return home
}

/** A back end of someone else. */
export async function sharedBackend(...answer: Parameters<typeof startBackend>): Promise<Backend> {
  const backend = await startBackend(...answer)
  afterAll(() => backend.close())
  return backend
}

/** A real server behind a line that tests can spoil. Before each test the line is good again and these tables are empty. */
export async function wiredServer(...empty: readonly (keyof Schema)[]): Promise<{ server: TestServer; wire: Wire }> {
  const server = await startServer()
  const wire = await startWire(server.url)
  afterAll(async () => {
    await wire.close()
    await server.close()
  })
  beforeEach(async () => {
    wire.fate = () => 'pass'
    for (const table of empty) await server.parts.db.write.deleteFrom(table).execute()
  })
  return { server, wire }
}
